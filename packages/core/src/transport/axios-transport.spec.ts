import type { LookupFunction } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import axios, { AxiosError, isAxiosError } from 'axios';
import { afterEach, describe, expect, it } from 'vitest';
import type { Loopback } from '../../test/support/loopback.js';
import { closedPort, startHttp, startHttps, startProxy, startTcp } from '../../test/support/loopback.js';
import { selfSigned } from '../../test/support/self-signed.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { AxiosTransport, TransportOptions } from './axios-transport.js';
import { createTransport } from './axios-transport.js';
import { bytesOf } from './request-config.js';
import type { TransportAnswer, TransportRequest } from './transport.js';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});

function keep<Resource extends { close(): Promise<void> }>(resource: Resource): Resource {
  opened.push(resource);
  return resource;
}

function transportTo(server: Pick<Loopback, 'url'>, options: Partial<TransportOptions> = {}): AxiosTransport {
  return keep(
    createTransport({ baseUrl: server.url, connectRetryDelayMs: () => 0, connectTimeoutMs: 500, ...options }),
  );
}

function post(overrides: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'POST',
    path: '/cgi-bin/message/template/send',
    query: { access_token: 'TKN_SECRET' },
    body: { type: 'json', text: '{"touser":"o1"}' },
    timeoutMs: 5_000,
    connectRetries: 0,
    ...overrides,
  };
}

function textOf(answer: TransportAnswer): string {
  return answer.type === 'response' ? Buffer.from(answer.body).toString() : inspect(answer);
}

const ok = '{"errcode":0,"errmsg":"ok"}';

const httpAdapter = { adapter: axios.getAdapter('http') };
const adapters: [string, Partial<TransportOptions>][] = [
  ['over undici', {}],
  ['over the http adapter of axios', httpAdapter],
];

describe.each(adapters)('transport %s', (_name, options) => {
  it('carries method, path, query and body there, and status, headers and bytes back', async () => {
    const server = keep(
      await startHttp((response) =>
        response.writeHead(200, { 'X-RateLimit-Limit': '7', 'set-cookie': ['a=1', 'b=2'] }).end(ok),
      ),
    );
    const answer = await transportTo(server, options).send(
      post({
        query: { access_token: 'a b&c', lang: 'zh_CN' },
        body: { type: 'json', text: '{"content":"测试😀"}' },
      }),
    );
    expect(answer).toMatchObject({
      type: 'response',
      status: 200,
      headers: { 'x-ratelimit-limit': '7', 'set-cookie': 'a=1, b=2' },
      connectRetries: 0,
    });
    expect(textOf(answer)).toBe(ok);
    const [request] = server.requests;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('/cgi-bin/message/template/send?access_token=a%20b%26c&lang=zh_CN');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.body.toString()).toBe('{"content":"测试😀"}');
  });

  it('sends a GET without body or content type', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    await transportTo(server, options).send(post({ method: 'GET', body: { type: 'none' } }));
    expect(server.requests[0]?.method).toBe('GET');
    expect(server.requests[0]?.headers['content-type']).toBeUndefined();
    expect(server.requests[0]?.body.byteLength).toBe(0);
  });

  it('sends a form as the bytes and the content type it was given', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const bytes = Uint8Array.from([0, 255, 13, 10, 1]);
    await transportTo(server, options).send(
      post({ body: { type: 'multipart', bytes, contentType: 'multipart/form-data; boundary=b' } }),
    );
    expect(server.requests[0]?.headers['content-type']).toBe('multipart/form-data; boundary=b');
    expect([...(server.requests[0]?.body ?? [])]).toEqual([...bytes]);
  });

  it.each([302, 404, 429, 500, 503])('gives status %i as an answer and follows nothing', async (status) => {
    const server = keep(
      await startHttp((response) => response.writeHead(status, { location: '/elsewhere' }).end('<html>')),
    );
    const answer = await transportTo(server, options).send(post());
    expect(answer).toMatchObject({ type: 'response', status });
    expect(server.requests).toHaveLength(1);
  });

  it('keeps the path of the base URL as a prefix, for reverse proxies', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    await transportTo({ url: `${server.url}/wechat/` }, options).send(post());
    expect(server.requests[0]?.url).toMatch(/^\/wechat\/cgi-bin\/message/);
  });

  it('reports a refused connection as unsent', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect(await transportTo({ url }, options).send(post())).toEqual({
      type: 'failure',
      failure: { progress: 'unsent', reason: 'connect', code: 'ECONNREFUSED' },
      connectRetries: 0,
    });
  });

  it('F97: reports an unknown name as unsent', async () => {
    const answer = await transportTo({ url: 'http://nowhere.invalid' }, options).send(post());
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'dns' } });
  });

  it('reports a certificate that cannot be trusted as unsent', async () => {
    const server = keep(await startHttps((response) => response.end(ok)));
    const answer = await transportTo(server, options).send(post());
    expect(answer).toMatchObject({
      failure: { progress: 'unsent', reason: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(server.requests).toHaveLength(0);
  });

  it('F49: a connection cut after the body was read is sent, and is not repeated', async () => {
    const server = keep(await startHttp((response) => response.destroy()));
    const answer = await transportTo(server, options).send(post({ connectRetries: 5 }));
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'reset' }, connectRetries: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it('F49: a connection cut before the body was read counts as sent too', async () => {
    const server = keep(await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy())));
    const answer = await transportTo(server, options).send(post({ connectRetries: 5 }));
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'reset' } });
    expect(server.connections()).toBe(1);
  });

  it('F51: an answer that does not come in time is sent, and with 0 retries it is asked for once', async () => {
    const server = keep(await startHttp(() => {}));
    const answer = await transportTo(server, options).send(post({ timeoutMs: 100 }));
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'timeout' } });
    expect(server.requests).toHaveLength(1);
  });

  it('F51: not even with retries is a time-out after sending repeated', async () => {
    const server = keep(await startHttp(() => {}));
    await transportTo(server, options).send(post({ timeoutMs: 100, connectRetries: 3 }));
    expect(server.requests).toHaveLength(1);
  });

  it('counts the time-out to the last byte, not to the first', async () => {
    const server = keep(await startHttp((response) => void response.writeHead(200).write('{"errcode"')));
    const answer = await transportTo(server, options).send(post({ timeoutMs: 150 }));
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'timeout' } });
  });

  it('reads an answer that arrives slowly and in pieces', async () => {
    const server = keep(
      await startHttp((response) => {
        const pieces = [...ok];
        const timer = setInterval(() => {
          const piece = pieces.shift();
          if (piece !== undefined) return void response.write(piece);
          clearInterval(timer);
          response.end();
        }, 2);
      }),
    );
    expect(textOf(await transportTo(server, options).send(post()))).toBe(ok);
  });

  it('reports an answer that breaks off as sent', async () => {
    const server = keep(
      await startTcp((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"errcode":0')),
      ),
    );
    expect(await transportTo(server, options).send(post())).toMatchObject({
      failure: { progress: 'sent', reason: 'reset' },
    });
  });

  it('reports something that is not HTTP as sent', async () => {
    const server = keep(await startTcp((socket) => socket.once('data', () => socket.end('hello\r\n'))));
    expect(await transportTo(server, options).send(post())).toMatchObject({ failure: { progress: 'sent' } });
  });

  it('ends at once when the signal aborts, as sent if the request was under way', async () => {
    const server = keep(await startHttp(() => controller.abort()));
    const controller = new AbortController();
    const answer = await transportTo(server, options).send(post({ signal: controller.signal }));
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'aborted' } });
  });

  it('sends nothing when the signal has aborted before', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const answer = await transportTo(server, options).send(post({ signal: AbortSignal.abort() }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'aborted' } });
    expect(server.connections()).toBe(0);
  });

  it('F51: no time left means nothing is sent, and a huge time-out does not fire at once', async () => {
    const server = keep(await startHttp((response) => setTimeout(() => response.end(ok), 20)));
    const transport = transportTo(server, options);
    expect(await transport.send(post({ timeoutMs: 0, connectRetries: 5 }))).toMatchObject({
      failure: { progress: 'unsent', reason: 'timeout' },
    });
    expect(server.connections()).toBe(0);
    expect(textOf(await transport.send(post({ timeoutMs: Number.POSITIVE_INFINITY })))).toBe(ok);
  });

  it('F85: a body over the limit fails at once and sends nothing', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const answer = await transportTo(server, { ...options, maxBodyBytes: 10 }).send(
      post({ connectRetries: 5 }),
    );
    expect(answer).toEqual({
      type: 'failure',
      failure: { progress: 'unsent', reason: 'too-large', code: 'ERR_BODY_TOO_LARGE' },
      connectRetries: 0,
    });
    expect(server.connections()).toBe(0);
  });

  it('F92: nothing that comes back holds the token, the body or an axios object', async () => {
    const server = keep(await startHttp((response) => response.destroy()));
    const hanging = keep(await startHttp(() => {}));
    const refused = { url: `http://127.0.0.1:${await closedPort()}` };
    const answers = [
      await transportTo(server, options).send(post({ body: { type: 'json', text: '{"secret":"SEC1"}' } })),
      await transportTo(hanging, options).send(post({ timeoutMs: 50 })),
      await transportTo(refused, options).send(post({ connectRetries: 1 })),
      await transportTo(server, { ...options, maxBodyBytes: 1 }).send(post()),
    ];
    const printed = inspect(answers, { depth: 10, showHidden: true }) + JSON.stringify(answers);
    expect(printed).not.toMatch(/TKN_SECRET|SEC1|axios|config/i);
  });
});

describe('transport: repeating connects', () => {
  it('F51: makes exactly 1 + connectRetries attempts to connect', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    for (const connectRetries of [0, 1, 3]) {
      let lookups = 0;
      const transport = transportTo(
        { url: url.replace('127.0.0.1', 'platform.test') },
        { lookup: failingLookup(Infinity, () => (lookups += 1)) },
      );
      const answer = await transport.send(post({ connectRetries }));
      expect(answer).toMatchObject({ type: 'failure', connectRetries });
      expect(lookups).toBe(1 + connectRetries);
    }
  });

  it('F97: a name that resolves at the third try carries the message once', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const url = server.url.replace('127.0.0.1', 'platform.test');
    const answer = await transportTo({ url }, { lookup: failingLookup(2) }).send(post({ connectRetries: 2 }));
    expect(answer).toMatchObject({ type: 'response', connectRetries: 2 });
    expect(server.requests).toHaveLength(1);
  });

  it('F87: the bytes are the same after a repeated connect', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const url = server.url.replace('127.0.0.1', 'platform.test');
    const body = { type: 'json', text: '{"content":"测试😀","a":"\\"{}"}' } as const;
    await transportTo({ url }, { lookup: failingLookup(0) }).send(post({ body }));
    await transportTo({ url }, { lookup: failingLookup(2) }).send(post({ body, connectRetries: 2 }));
    const [first, second] = server.requests;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['content-type']).toBe(first?.headers['content-type']);
    expect(second?.headers['content-length']).toBe(first?.headers['content-length']);
  });

  it('a time-out while connecting is unsent', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const url = server.url.replace('127.0.0.1', 'platform.test');
    // A resolver that never answers.
    const answer = await transportTo({ url }, { lookup: () => {} }).send(post({ timeoutMs: 100 }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'timeout', code: 'ETIMEDOUT' } });
  });

  it('keeps all connects of an attempt, and the waits between them, within its time-out', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const url = server.url.replace('127.0.0.1', 'platform.test');
    let lookups = 0;
    const lookup: LookupFunction = () => {
      lookups += 1;
    };
    const transport = transportTo({ url }, { lookup, connectTimeoutMs: 800 });
    const answer = await transport.send(post({ timeoutMs: 500, connectRetries: 5 }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'timeout' } });
    // A second one for the millisecond that rounding may leave.
    expect(lookups).toBeLessThanOrEqual(2);
  });

  it('does not wait for a connect that could no longer be in time', async () => {
    const clock = new ManualClock();
    const url = `http://127.0.0.1:${await closedPort()}`;
    const transport = transportTo({ url }, { clock, connectRetryDelayMs: () => 60_000 });
    const answer = await transport.send(post({ timeoutMs: 1_000, connectRetries: 2 }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'connect' } });
    expect(clock.sleeping).toBe(0);
  });

  it('waits by the clock between connects', async () => {
    const clock = new ManualClock();
    const url = `http://127.0.0.1:${await closedPort()}`;
    const transport = transportTo({ url }, { clock, connectRetryDelayMs: (attempt) => attempt * 1_000 });
    const sending = transport.send(post({ connectRetries: 2 }));
    for (const delayMs of [1_000, 2_000]) {
      await expect.poll(() => clock.sleeping).toBe(1);
      await clock.advance(delayMs);
    }
    expect(await sending).toMatchObject({ type: 'failure', connectRetries: 2 });
  });

  it('an abort cuts the wait off, and the request stays unsent', async () => {
    const clock = new ManualClock();
    const url = `http://127.0.0.1:${await closedPort()}`;
    const controller = new AbortController();
    const transport = transportTo({ url }, { clock, connectRetryDelayMs: () => 4_000 });
    const sending = transport.send(post({ connectRetries: 2, signal: controller.signal }));
    await expect.poll(() => clock.sleeping).toBe(1);
    controller.abort();
    expect(await sending).toMatchObject({ failure: { progress: 'unsent', reason: 'aborted' } });
  });
});

const ways: [string, (transport: AxiosTransport) => void][] = [
  ['with axios out of its way', () => {}],
  ['through axios', (transport) => void transport.instance],
];

describe.each(ways)('transport %s', (_name, prepare) => {
  it('knows that nothing has left where the signal aborts while it connects', async () => {
    const controller = new AbortController();
    const lookup = failingLookup(9, () => controller.abort());
    const transport = transportTo({ url: 'http://platform.invalid' }, { lookup });
    prepare(transport);
    const answer = await transport.send(post({ connectRetries: 2, signal: controller.signal }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'aborted' } });
  });

  it('knows it also of a further connect', async () => {
    const controller = new AbortController();
    let lookups = 0;
    const lookup = failingLookup(9, () => {
      lookups += 1;
      if (lookups === 2) controller.abort();
    });
    const transport = transportTo({ url: 'http://platform.invalid' }, { lookup });
    prepare(transport);
    const answer = await transport.send(post({ connectRetries: 2, signal: controller.signal }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'aborted' } });
    expect(lookups).toBe(2);
  });
});

/** Fails `failures` times as a resolver without network does, then finds 127.0.0.1. */
function failingLookup(failures: number, onLookup = () => {}): LookupFunction {
  let left = failures;
  return (hostname, _options, callback) => {
    onLookup();
    if (left > 0) {
      left -= 1;
      const error = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${hostname}`), {
        code: 'EAI_AGAIN',
        syscall: 'getaddrinfo',
      });
      return callback(error, []);
    }
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  };
}

describe('transport: the default adapter', () => {
  it('F95: leaves an idle connection before the server closes it', async () => {
    const server = keep(
      await startTcp((socket) => {
        // Closes after 200 ms of silence and does not announce it.
        socket.setTimeout(200, () => socket.end());
        socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${ok.length}\r\n\r\n${ok}`));
      }),
    );
    const transport = transportTo(server, { keepAliveMs: 50 });
    for (let call = 0; call < 6; call += 1) {
      expect(textOf(await transport.send(post()))).toBe(ok);
      await new Promise((resolve) => setTimeout(resolve, 195 + call * 2));
    }
  });

  it('F95: a reused connection that breaks counts as sent and is not repeated', async () => {
    let requests = 0;
    const server = keep(
      await startTcp((socket) =>
        socket.on('data', () => {
          requests += 1;
          if (requests > 1) return void socket.resetAndDestroy();
          socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${ok.length}\r\n\r\n${ok}`);
        }),
      ),
    );
    const transport = transportTo(server);
    expect(textOf(await transport.send(post()))).toBe(ok);
    // undici takes a connection back only after it has handed the answer over.
    await new Promise((resolve) => setImmediate(resolve));
    const answer = await transport.send(post({ connectRetries: 5 }));
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'reset' } });
    expect(server.connections()).toBe(1);
    expect(requests).toBe(2);
  });

  it('uses connections again', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server);
    for (let call = 0; call < 20; call += 1) await transport.send(post());
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('a request that waits for a free connection times out unsent', async () => {
    const server = keep(await startHttp(() => {}));
    const transport = transportTo(server, { maxConnections: 1 });
    const [first, second] = await Promise.all([
      transport.send(post({ timeoutMs: 300 })),
      transport.send(post({ timeoutMs: 100 })),
    ]);
    expect(first).toMatchObject({ failure: { progress: 'sent', reason: 'timeout' } });
    expect(second).toMatchObject({ failure: { progress: 'unsent', reason: 'timeout' } });
    expect(server.requests).toHaveLength(1);
  });

  it('refuses an answer over the limit, announced or not', async () => {
    const announced = keep(await startHttp((response) => response.end('x'.repeat(2_000))));
    const chunked = keep(
      await startHttp((response) => {
        for (let part = 0; part < 20; part += 1) response.write('x'.repeat(100));
        response.end();
      }),
    );
    for (const server of [announced, chunked]) {
      const answer = await transportTo(server, { maxAnswerBytes: 1_000 }).send(post());
      expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'too-large' } });
    }
  });

  it('takes a compression off, and refuses one that grows beyond the limit', async () => {
    const body = `{"errcode":0,"errmsg":"${'o'.repeat(5_000)}"}`;
    const server = keep(
      await startHttp((response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body)),
      ),
    );
    expect(textOf(await transportTo(server).send(post()))).toBe(body);
    const answer = await transportTo(server, { maxAnswerBytes: 1_000 }).send(post());
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'too-large' } });
  });

  it.each([
    ['deflate', deflateSync(ok)],
    ['deflate', deflateRawSync(ok)],
    ['br', brotliCompressSync(ok)],
    ['gzip, br', brotliCompressSync(gzipSync(ok))],
    [['gzip', 'identity'], gzipSync(ok)],
  ])('unpacks %s', async (encoding, packed) => {
    const server = keep(
      await startHttp((response) => response.setHeader('content-encoding', encoding).end(packed)),
    );
    expect(textOf(await transportTo(server).send(post()))).toBe(ok);
  });

  it('takes no good answer whose compression is damaged', async () => {
    const cut = gzipSync(ok).subarray(0, 20);
    const server = keep(
      await startHttp((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(cut)),
    );
    expect(await transportTo(server).send(post())).toMatchObject({ failure: { progress: 'sent' } });
  });

  it.each([
    ['gzip', ''],
    ['gzip', ok],
    ['gzip', gzipSync(ok).subarray(0, 20)],
    ['deflate', 'no'],
    ['gzip, br', 'no'],
  ])('keeps the status and the bytes of an answer that is not %s as it says', async (encoding, body) => {
    const server = keep(
      await startHttp((response) => response.writeHead(429, { 'content-encoding': encoding }).end(body)),
    );
    const answer = await transportTo(server).send(post());
    expect(answer).toMatchObject({ type: 'response', status: 429 });
    expect(textOf(answer)).toBe(body.toString());
  });

  it('trusts a certificate authority that it was given', async () => {
    const server = keep(await startHttps((response) => response.end(ok)));
    expect(textOf(await transportTo(server, { ca: selfSigned.cert }).send(post()))).toBe(ok);
  });

  it('reports plain HTTP in the place of TLS as unsent', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const answer = await transportTo({ url: server.url.replace('http:', 'https:') }).send(post());
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'tls' } });
  });

  it('F85: a path that is no path fails locally and is not repeated', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const answer = await transportTo(server).send(post({ path: '/with space', connectRetries: 5 }));
    expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'local' }, connectRetries: 0 });
    expect(server.connections()).toBe(0);
  });

  it('carries a thousand requests at a time over as many connections as it may', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server, { maxConnections: 20 });
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => transport.send(post({ timeoutMs: 20_000 }))),
    );
    expect(answers.every((answer) => textOf(answer) === ok)).toBe(true);
    expect(server.connections()).toBeLessThanOrEqual(20);
  });

  it('lets running requests end when it is closed, and takes none after', async () => {
    const server = keep(await startHttp((response) => setTimeout(() => response.end(ok), 100)));
    const transport = transportTo(server);
    const running = transport.send(post());
    await expect.poll(() => server.requests.length).toBe(1);
    await transport.close();
    expect(textOf(await running)).toBe(ok);
    expect(await transport.send(post())).toMatchObject({ failure: { progress: 'unsent', reason: 'local' } });
  });

  it('closes without ever having opened a connection, and takes nothing after', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server);
    await transport.close();
    expect(await transport.send(post())).toMatchObject({ failure: { progress: 'unsent', reason: 'local' } });
    expect(server.connections()).toBe(0);
  });

  it('carries what was asked for while it was still opening, also when it is closed then', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server);
    const sending = transport.send(post());
    await transport.close();
    expect(textOf(await sending)).toBe(ok);
  });

  it('sends nothing that was given up while it was still opening', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server);
    const controller = new AbortController();
    const sending = transport.send(post({ signal: controller.signal }));
    controller.abort();
    expect(await sending).toMatchObject({ failure: { progress: 'unsent', reason: 'aborted' } });
    await transport.close();
    expect(server.requests).toHaveLength(0);
  });
});

describe('transport: the way out', () => {
  it('a proxy that takes a connection and says nothing holds up neither a close nor who comes later', async () => {
    const proxy = keep(await startTcp(() => {}));
    const options = { proxy: proxy.url, maxConnections: 1, connectTimeoutMs: 100 };
    const transport = transportTo({ url: 'https://platform.invalid' }, options);
    const first = await transport.send(post({ timeoutMs: 50 }));
    expect(first).toMatchObject({ failure: { progress: 'unsent', reason: 'timeout', code: 'ETIMEDOUT' } });
    const later = await transport.send(post({ timeoutMs: 20_000 }));
    expect(later).toMatchObject({ failure: { progress: 'unsent', code: 'UND_ERR_HEADERS_TIMEOUT' } });
    await transport.close();
  });

  it('passes http on through a forward proxy', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const proxy = keep(await startProxy('user:pass word'));
    const url = new URL(proxy.url);
    url.username = 'user';
    url.password = 'pass word';
    const answer = await transportTo(server, { proxy: url.href }).send(post());
    expect(textOf(answer)).toBe(ok);
    expect(proxy.requests.map(({ method }) => method)).toEqual(['POST']);
    expect(server.requests[0]?.body.toString()).toBe('{"touser":"o1"}');
  });

  it('tunnels https through a forward proxy', async () => {
    const server = keep(await startHttps((response) => response.end(ok)));
    const proxy = keep(await startProxy());
    const answer = await transportTo(server, { proxy: proxy.url, ca: selfSigned.cert }).send(post());
    expect(textOf(answer)).toBe(ok);
    expect(proxy.requests).toMatchObject([{ method: 'CONNECT', url: `127.0.0.1:${server.port}` }]);
    expect(server.requests).toHaveLength(1);
  });

  it('a proxy that refuses is unsent, for http and for https', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const proxy = keep(await startProxy('user:right'));
    const proxyUrl = proxy.url.replace('http://', 'http://user:WRONG_SECRET@');
    for (const url of [server.url, server.url.replace('http:', 'https:')]) {
      const answer = await transportTo({ url }, { proxy: proxyUrl }).send(post());
      expect(answer).toMatchObject({ failure: { progress: 'unsent', reason: 'connect', code: 'PROXY_407' } });
      expect(inspect(answer)).not.toContain('WRONG_SECRET');
    }
    expect(server.requests).toHaveLength(0);
  });

  it('a proxy that is not there is unsent', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const proxy = `http://127.0.0.1:${await closedPort()}`;
    for (const url of [server.url, server.url.replace('http:', 'https:')]) {
      const answer = await transportTo({ url }, { proxy }).send(post());
      expect(answer).toMatchObject({ failure: { progress: 'unsent', code: 'ECONNREFUSED' } });
    }
  });
});

describe('transport: the axios instance', () => {
  it('is private: interceptors of the global axios do not see its requests', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    let seen = 0;
    const id = axios.interceptors.request.use((config) => {
      seen += 1;
      return config;
    });
    await transportTo(server).send(post());
    axios.interceptors.request.eject(id);
    expect(seen).toBe(0);
    expect(axios.defaults.headers).toBeDefined();
  });

  it('lets interceptors change requests and answers', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server);
    transport.instance.interceptors.request.use((config) => {
      config.headers.set('x-gateway-key', 'k1');
      config.headers.delete('user-agent');
      return Object.assign(config, { params: { extra: '1' } });
    });
    transport.instance.interceptors.response.use((response) => {
      Object.assign(response.headers, { 'x-seen': 'yes' });
      return response;
    });
    const answer = await transport.send(post());
    expect(server.requests[0]?.headers['x-gateway-key']).toBe('k1');
    expect(server.requests[0]?.url).toMatch(/access_token=TKN_SECRET&extra=1$/);
    expect(answer).toMatchObject({ headers: { 'x-seen': 'yes' } });
  });

  it('F88: interceptors run per attempt, the transport answers once', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const url = server.url.replace('127.0.0.1', 'platform.test');
    const transport = transportTo({ url }, { lookup: failingLookup(2) });
    let attempts = 0;
    let failed = 0;
    transport.instance.interceptors.request.use((config) => {
      attempts += 1;
      return config;
    });
    transport.instance.interceptors.response.use(undefined, (error: unknown) => {
      if (isAxiosError(error)) failed += 1;
      throw error;
    });
    expect(await transport.send(post({ connectRetries: 2 }))).toMatchObject({
      type: 'response',
      connectRetries: 2,
    });
    expect(attempts).toBe(3);
    // axios-retry was there first and takes what it repeats.
    expect(failed).toBe(0);
  });

  it("is made of the copy of axios that its users' modules import", async () => {
    const { instance } = transportTo({ url: 'http://127.0.0.1:1' });
    const request = instance.get('/', { signal: AbortSignal.abort() });
    await expect(request).rejects.toBeInstanceOf(AxiosError);
  });

  it('makes a failure of what an interceptor throws, without its text', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    const transport = transportTo(server);
    transport.instance.interceptors.response.use(() => {
      throw new Error('TKN_SECRET');
    });
    const answer = await transport.send(post());
    expect(answer).toMatchObject({ failure: { progress: 'sent', reason: 'local', code: 'ERR_INTERCEPTOR' } });
    expect(inspect(answer)).not.toContain('TKN_SECRET');
  });
});

describe('transport: options', () => {
  it.each([
    [{ baseUrl: 'api.weixin.qq.com' }, 'baseUrl'],
    [{ baseUrl: 'ftp://api.weixin.qq.com' }, 'baseUrl'],
    [{ baseUrl: 'https://a.example', proxy: 'socks5://u:SEC1@b' }, 'proxy'],
    [{ baseUrl: 'https://a.example', proxy: 'http://u:SEC1%@b' }, 'proxy'],
    [{ baseUrl: 'https://a.example', proxy: 'http://b', ...httpAdapter }, 'proxy'],
  ])('refuses %o by the name of the option', (options, path) => {
    expect(() => createTransport(options)).toThrow(
      expect.objectContaining({ code: 'CONFIG', issues: [expect.objectContaining({ path })] }),
    );
    expect(() => createTransport(options)).toThrow(/^(?!.*SEC1)/);
  });
});

describe('the first try', () => {
  it.each([
    ['a body', post()],
    ['no body', post({ body: { type: 'none' } })],
  ])(
    'with %s is the same request, whether it goes through axios or straight to the adapter',
    async (...given) => {
      const [, request] = given;
      const server = keep(await startHttp((response) => response.end(ok)));
      const transport = transportTo(server);
      await transport.send(request);
      // From now on somebody may have hooked into it.
      expect(transport.instance.defaults.baseURL).toBe(server.url);
      await transport.send(request);
      const [direct, throughAxios] = server.requests;
      expect(direct?.body.length).toBe(bytesOf(request.body)?.byteLength ?? 0);
      expect(throughAxios).toEqual(direct);
    },
  );

  it('says nothing of a body that is none, whatever carries it', async () => {
    const server = keep(await startHttp((response) => response.end(ok)));
    await transportTo(server, httpAdapter).send(post({ body: { type: 'none' } }));
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });
});
