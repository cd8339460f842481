import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError } from '../errors/errors.js';

/** Answers a request that is for a callback address, and says whether it was. */
export type Tap = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What is needed of Nest's HTTP adapters. */
export interface TappedAdapter {
  getType(): string;
  getInstance(): unknown;
  getHttpServer(): unknown;
}

/**
 * Lets callbacks out in front of the application's server framework.
 *
 * A signature covers the bytes that came. Routes see what body parsers leave of them: nothing where none knows XML, 415 with
 * Fastify, an object whose long numbers are rounded with JSON. Which parsers run, in which order, and whether they keep the
 * raw body, is the application's choice and may change any day. Guards, pipes, interceptors and filters are made for
 * its own callers as well. So there is no route: requests are taken off before any of this, where their stream is untouched.
 *
 * Servers can be plain or TLS, one or several, or none (Fastify's `inject`, functions in a cloud), so the frameworks
 * themselves are tapped: Express at its one way in, Fastify by its first hook. On Fastify middleware runs before that
 * hook and may read bodies, so Nest's own server is tapped, too.
 */
export function tapAdapter(adapter: TappedAdapter, tap: Tap): void {
  const instance = adapter.getInstance();
  if (isExpress(instance)) {
    tapExpress(instance, tap);
    return;
  }
  const isTapped = tapServer(adapter.getHttpServer(), tap);
  if (isFastify(instance)) tapFastify(instance, tap);
  else if (!isTapped) throw cannotTap(adapter);
}

function cannotTap(adapter: TappedAdapter): ConfigError {
  return new ConfigError(`callbacks cannot be received over the HTTP adapter "${adapter.getType()}"`, {
    hint: "Use Nest's adapter for Express or Fastify, or a server of Node's own and `requestHandler()`.",
  });
}

type Listener = (...received: unknown[]) => unknown;

interface Express {
  handle: Listener;
}

interface Fastify {
  addHook(
    name: 'onRequest',
    hook: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; hijack(): void },
      done: () => void,
    ) => void,
  ): unknown;
}

interface Server {
  listeners(event: 'request'): Listener[];
  removeAllListeners(event: 'request'): unknown;
  on(event: 'request', listener: Listener): unknown;
}

function isExpress(instance: unknown): instance is Express {
  return typeof instance === 'function' && 'handle' in instance && typeof instance.handle === 'function';
}

function isFastify(instance: unknown): instance is Fastify {
  return typeof instance === 'object' && instance !== null && 'addHook' in instance;
}

function isServer(server: unknown): server is Server {
  return typeof server === 'object' && server !== null && 'listeners' in server && 'on' in server;
}

function tapExpress(instance: Express, tap: Tap): void {
  instance.handle = tapped(instance.handle, tap);
}

function tapFastify(instance: Fastify, tap: Tap): void {
  instance.addHook('onRequest', ({ raw: request }, reply, done) => {
    if (tap(request, reply.raw)) reply.hijack();
    else done();
  });
}

/** `false`: this is no server of Node's kind. */
function tapServer(server: unknown, tap: Tap): boolean {
  if (!isServer(server)) return false;
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', tapped(listener, tap));
  return listeners.length > 0;
}

function tapped(listener: Listener, tap: Tap): Listener {
  return function (this: unknown, ...received) {
    // Node, Express and Fastify all pass request and response first.
    const [request, response] = received as [IncomingMessage, ServerResponse];
    return tap(request, response) ? undefined : listener.apply(this, received);
  };
}
