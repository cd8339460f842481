import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { LazyDispatcher } from './lazy-dispatcher.js';
import { type ExchangeBounds, type Exchanged, UndiciExchange } from './undici-exchange.js';

export interface UndiciOptions {
  /** Forward proxy, for example `http://user:password@proxy.example:3128`. Tunnels to https, passes http on. */
  readonly proxy?: string | undefined;
  /** Answers beyond this end in a `too-large` failure. @default 64 MiB */
  readonly maxAnswerBytes?: number | undefined;
  /** Open connections per origin; further requests queue for one, within their own time-out. @default 128 */
  readonly maxConnections?: number | undefined;
  /**
   * How long an idle connection is kept. Must be below what the server or the gateway keeps it, or a request meets a
   * connection that is just being closed; a `Keep-Alive` header of the server shortens it. @default 4000
   */
  readonly keepAliveMs?: number | undefined;
  /** Short enough for a connect that hangs to be tried again within the time-out of an attempt. @default 4000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Certificates of a private authority in front of the platform, as PEM. */
  readonly ca?: string | undefined;
  /** Name resolution, where not the host's. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Connections that carry requests: a small POST costs about a quarter of what axios' http adapter takes. Redirects are
 * not followed, for a token must not be.
 */
export interface UndiciCarrier {
  /** Loads what carries; else the first request does. */
  open(): Promise<void>;
  /** Any status is an answer. Calls `onEnd` once: a promise for it would be one more for every send. */
  exchange(
    request: Dispatcher.DispatchOptions,
    bounds: Omit<ExchangeBounds, 'maxAnswerBytes'>,
    onEnd: (end: Exchanged) => void,
  ): void;
  /** Lets running requests end, then closes the connections. A second call gives the first one's promise. */
  close(): Promise<void>;
}

export const defaultMaxAnswerBytes = 64 * 1024 * 1024;

export function undiciCarrier(options: UndiciOptions = {}): UndiciCarrier {
  const maxAnswerBytes = options.maxAnswerBytes ?? defaultMaxAnswerBytes;
  const connections = new LazyDispatcher(() => createDispatcher(options, maxAnswerBytes));
  return {
    open: () => connections.open(),
    exchange: (request, { timeoutMs, signal }, onEnd) =>
      connections.dispatch(request, () => new UndiciExchange({ timeoutMs, signal, maxAnswerBytes }, onEnd)),
    close: () => connections.close(),
  };
}

async function createDispatcher(options: UndiciOptions, maxAnswerBytes: number): Promise<Dispatcher> {
  const connect = {
    timeout: options.connectTimeoutMs ?? 4_000,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  };
  const pool = {
    connections: options.maxConnections ?? 128,
    keepAliveTimeout: options.keepAliveMs ?? 4_000,
    maxResponseSize: maxAnswerBytes,
    // One timer per attempt, from connecting to the last byte, replaces undici's timers per phase.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (options.proxy === undefined) {
    // The one file and what it needs take a third of what the whole takes, which a proxy does need.
    const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
    return new Agent({ ...pool, connect });
  }
  const { Pool, ProxyAgent } = await import('undici');
  return new ProxyAgent({
    ...pool,
    uri: options.proxy,
    proxyTunnel: false,
    requestTls: connect,
    proxyTls: connect,
    // A tunnel that never opens would hold a connection, and a close, for the five minutes that undici gives it. The proxy
    // connects in its turn, hence twice.
    clientFactory: (proxy, options) => new Pool(proxy, { ...options, headersTimeout: 2 * connect.timeout }),
  });
}
