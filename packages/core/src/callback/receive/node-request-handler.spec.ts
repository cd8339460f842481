import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { eventXml, genuine } from '../../../test/support/callback-fixtures.js';
import { mpLike, receiveId, token } from '../../../test/support/genuine-callbacks.js';
import type { WetempoEvent } from '../../telemetry/events.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { CallbackOptions } from '../callback-options.js';
import { CallbackReceiver } from './callback-receiver.js';

type Wrap = (
  handler: (request: IncomingMessage, response: ServerResponse) => void,
) => (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
const event = eventXml({ Event: 'CLICK', EventKey: '测试' });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(options: Partial<CallbackOptions> = {}, wrap: Wrap = (handler) => handler) {
  const heard: WetempoEvent[] = [];
  const identity = { account: receiveId, receiveIds: [receiveId] };
  const onEvent = (told: WetempoEvent) => void heard.push(told);
  const callbacks = new CallbackReceiver(mpLike, identity, {
    token,
    onEvent,
    maxBodyBytes: 2_048,
    ...options,
  });
  const got: unknown[] = [];
  callbacks.onAny(({ EventKey }) => void got.push(EventKey));
  const server = createServer(wrap(callbacks.requestHandler())).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { callbacks, port, heard, got };
}

async function post(port: number, body: string | Uint8Array = event): Promise<Response> {
  const { url } = genuine(event);
  return fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: Buffer.from(body) });
}

/** Sends bytes as they are, and answers whatever comes until the connection ends. */
async function raw(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return text;
}

const head = (more: string) => `POST ${genuine(event).url} HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;

describe('a plain server of Node', () => {
  it('answers on any path, and goes on when a handler throws', async () => {
    const { callbacks, port, got } = await listen();
    callbacks.onEvent('CLICK', () => {
      throw new Error('handler');
    });
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(port, eventXml({ Event: time === 0 ? 'CLICK' : 'other', EventKey: '测试' }));
      expect([answer.status, await answer.text()]).toEqual([200, 'success']);
    }
    expect(got).toEqual(['测试']);
    await callbacks.close(0);
  });

  it('refuses a body that is declared too long without reading it', async () => {
    const { port, heard, got } = await listen();
    const answer = await raw(port, head('Content-Length: 1000000000'));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(heard).toMatchObject([{ type: 'callback.refused', reason: 'too-large', status: 413 }]);
    expect(got).toEqual([]);
  });

  it('stops reading a body that becomes too long', async () => {
    const { port, heard } = await listen();
    const chunk = `400\r\n${'x'.repeat(1_024)}\r\n`;
    const answer = await raw(port, head('Transfer-Encoding: chunked'), chunk, chunk, chunk);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(heard).toMatchObject([{ reason: 'too-large' }]);
  });

  it('waits 5 s for a body and no longer', async () => {
    const clock = new ManualClock(Date.now());
    const { port, heard } = await listen({ clock });
    const sleeping = clock.sleeping;
    const answer = raw(port, head('Content-Length: 100'), '<xml>');
    while (clock.sleeping === sleeping) await sleep(5);
    await clock.advance(5_000);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
    expect(heard).toMatchObject([{ reason: 'timeout', status: 408 }]);
  });

  it('forgets a request whose sender has gone', async () => {
    const clock = new ManualClock(Date.now());
    const { port, heard, got } = await listen({ clock });
    const sleeping = clock.sleeping;
    const socket = connect(port, '127.0.0.1');
    socket.write(head('Content-Length: 100'));
    while (clock.sleeping === sleeping) await sleep(5);
    socket.destroy();
    while (clock.sleeping > sleeping) await sleep(5);
    expect(heard).toEqual([]);
    expect((await post(port)).status).toBe(200);
    expect(got).toEqual(['测试']);
  });

  it('answers many requests on one connection', async () => {
    const { port } = await listen();
    const request = (close: string) => head(`Content-Length: ${Buffer.byteLength(event)}${close}`) + event;
    const answer = await raw(port, request(''), request(''), request('\r\nConnection: close'));
    expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3);
  });
});

describe('a body that was read before', () => {
  async function read(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
  const keeping =
    (keep: (request: object, bytes: Buffer) => void): Wrap =>
    (handler) =>
    (request, response) =>
      void read(request).then((bytes) => {
        keep(request, bytes);
        handler(request, response);
      });

  it.each([
    [
      'rawBody as bytes',
      (request: object, bytes: Buffer) => Object.assign(request, { rawBody: bytes, body: {} }),
    ],
    ['body as bytes', (request: object, bytes: Buffer) => Object.assign(request, { body: bytes })],
    ['body as text', (request: object, bytes: Buffer) => Object.assign(request, { body: bytes.toString() })],
  ])('is taken from %s', async (_, keep) => {
    const { port, got } = await listen({}, keeping(keep));
    expect((await post(port)).status).toBe(200);
    expect(got).toEqual(['测试']);
  });

  it('is refused where only what a parser made of it is left', async () => {
    const { port, heard } = await listen(
      {},
      keeping((request) => Object.assign(request, { body: {} })),
    );
    expect((await post(port)).status).toBe(400);
    expect(heard).toMatchObject([{ type: 'callback.refused', reason: 'request' }]);
  });
});
