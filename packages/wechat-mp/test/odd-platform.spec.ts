import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scaledClock, WechatMp, type WechatMpOptions } from '../src/index.js';
import { appId, appSecret, message } from './fixtures.js';

const sendPath = '/cgi-bin/message/template/send';
const tokenPath = '/cgi-bin/stable_token';

interface Arrival {
  readonly path: string;
  readonly token: string | null;
  readonly body: string;
  /** 1 for the first request to its path. */
  readonly n: number;
}
/** Answers with an object, or by itself through the response; `undefined` lets the default answer. */
type Answer = (arrival: Arrival, response: ServerResponse) => object | undefined;

/** The test ends the response itself. */
const later = {};

const good: Readonly<Record<string, (arrival: Arrival) => object>> = {
  [tokenPath]: ({ n }) => ({ access_token: `TKN_${n}`, expires_in: 7200 }),
  [sendPath]: ({ n }) => ({ errcode: 0, errmsg: 'ok', msgid: n }),
};

/** A platform that is not our simulator: it keeps no rules and answers whatever the test wants. */
async function oddPlatform(answers: Readonly<Record<string, Answer>>) {
  const arrivals: Arrival[] = [];
  const hits = (path: string) => arrivals.filter((arrival) => arrival.path === path).length;
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://platform');
    const n = hits(path) + 1;
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const arrival = { path, token: searchParams.get('access_token'), body, n };
      arrivals.push(arrival);
      const answer = answers[path]?.(arrival, response) ?? good[path]?.(arrival) ?? { errcode: 0 };
      if (answer !== later && !response.writableEnded) response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { hits, client: (options: Partial<WechatMpOptions> = {}) => clientOf(url, options) };
}

function clientOf(baseUrl: string, options: Partial<WechatMpOptions>): WechatMp {
  const retry = { baseMs: 20, capMs: 200 };
  const mp = new WechatMp({ appId, appSecret, baseUrl, sendStore: 'memory', retry, ...options });
  onTestFinished(() => mp.close());
  return mp;
}

describe('a token endpoint', () => {
  it.each([
    [{ expires_in: '7200' }],
    [{ expires_in: 90 }],
    [{ expires_in: 1 }],
    [{ expires_in: 1e12 }],
    [{ access_token: 'T'.repeat(2000) }],
    [{ access_token: 'a+b/c=&d?#%20 ü' }],
  ])('F15: that answers %j is understood', async (odd) => {
    const { hits, client } = await oddPlatform({
      [tokenPath]: (arrival) => ({ ...good[tokenPath]?.(arrival), ...odd }),
      [sendPath]: ({ token }) =>
        'access_token' in odd && token !== odd.access_token ? { errcode: 40001 } : undefined,
    });
    const mp = client();
    const sends = [1, 2, 3].map((n) => mp.template.send(message(n), { requestId: `a${n}` }));
    await expect(Promise.all(sends)).resolves.toHaveLength(3);
    // One that lives for a second may be over where the machine sleeps that long.
    expect(hits(tokenPath)).toBeLessThanOrEqual('expires_in' in odd && odd.expires_in === 1 ? 3 : 1);
  });

  it.each([
    [{ expires_in: 0 }, 'expires_in'],
    [{ expires_in: -5 }, 'expires_in'],
    [{ expires_in: null }, 'expires_in'],
    [{ expires_in: 'soon' }, 'expires_in'],
    [{ access_token: '' }, 'access_token'],
    [{ access_token: 5 }, 'access_token'],
  ])('that answers %j is refused, and the error of each call names it', async (odd, field) => {
    const { hits, client } = await oddPlatform({
      [tokenPath]: () => ({ access_token: 'TKN', expires_in: 7200, ...odd }),
    });
    const mp = client();
    const sends = [1, 2].map((n) => mp.template.send(message(n), { requestId: `a${n}` }));
    const ends = await Promise.allSettled(sends);
    expect(ends).toMatchObject(
      [1, 2].map((n) => ({
        reason: {
          code: 'TOKEN_ERROR',
          endpoint: 'template.send',
          requestId: `a${n}`,
          message: expect.stringContaining(field),
        },
      })),
    );
    expect(hits(sendPath)).toBe(0);
  });

  it('F63: that has used up its quota ends the call at once: nobody asks with a token for the quota of tokens', async () => {
    const { hits, client } = await oddPlatform({
      [tokenPath]: () => ({ errcode: 45009, errmsg: 'reach max api daily quota limit' }),
    });
    const send = client().template.send(message(1), { requestId: 'a1', deadlineMs: 4000 });
    await expect(send).rejects.toMatchObject({ code: 'TOKEN_ERROR', errcode: 45009, attempts: 0 });
    await expect(send).rejects.toHaveProperty('retryAfterMs', expect.any(Number));
    expect(hits('/cgi-bin/openapi/quota/get')).toBe(0);
  });
});

describe('a cold start under a limit of the app', () => {
  it.each([[{ concurrency: 1 }], [{ perSecond: 2 }]])(
    '%j leaves room for the fetch of the token',
    async (app) => {
      const { hits, client } = await oddPlatform({});
      const mp = client({ limits: { app, headroom: 0 }, deadlineMs: 20_000 });
      const sends = [1, 2, 3].map((n) => mp.template.send(message(n), { requestId: `a${n}` }));
      await expect(Promise.all(sends)).resolves.toHaveLength(3);
      expect(hits(tokenPath)).toBe(1);
    },
  );

  it('lets nobody out in a burst who waited for a slow token', async () => {
    const leftAt: number[] = [];
    const { client } = await oddPlatform({
      [tokenPath]: (arrival, response) => {
        setTimeout(() => response.end(JSON.stringify(good[tokenPath]?.(arrival))), 1_200);
        return later;
      },
      [sendPath]: () => {
        leftAt.push(performance.now());
        return undefined;
      },
    });
    const mp = client({ limits: { endpoints: { 'template.send': { perSecond: 2 } }, headroom: 0 } });
    const sends = [1, 2, 3, 4, 5].map((n) => mp.template.send(message(n), { requestId: `a${n}` }));
    await Promise.all(sends);
    const [first = 0, , third = 0, , fifth = 0] = leftAt;
    // A second after their admissions; in a burst it would be milliseconds.
    expect(third - first).toBeGreaterThan(500);
    expect(fifth - third).toBeGreaterThan(500);
  });
});

describe('many messages in flight', () => {
  const count = 60;
  /** A second for which the machine sleeps counts ten. */
  const tenfold = { clock: scaledClock(10), timeoutMs: 50_000, token: { fetchTimeoutMs: 50_000 } };
  const sendAll = (mp: WechatMp) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => mp.template.send(message(n), { requestId: `a${n}` })),
    );

  it('that all meet a busy platform are all sent: the deadline leaves time for it', async () => {
    const met = new Set<string>();
    const { hits, client } = await oddPlatform({
      [sendPath]: ({ body }) => {
        const { touser } = JSON.parse(body);
        const isFirst = !met.has(touser);
        met.add(touser);
        return isFirst ? { errcode: -1, errmsg: 'system error' } : undefined;
      },
    });
    const mp = client({ ...tenfold, deadlineMs: 60_000 });
    await expect(sendAll(mp)).resolves.toHaveLength(count);
    expect(hits(sendPath)).toBe(2 * count);
  });

  it('that meet a gateway which is closed at first are all sent, and hardly knock before it opens', async () => {
    let opensAt = Number.POSITIVE_INFINITY;
    const { hits, client } = await oddPlatform({
      [sendPath]: (_, response) => {
        if (opensAt === Number.POSITIVE_INFINITY) opensAt = performance.now() + 90;
        if (performance.now() < opensAt) response.writeHead(429, { 'retry-after': '1' });
        return undefined;
      },
    });
    const mp = client({ ...tenfold, deadlineMs: 60_000 });
    await expect(sendAll(mp)).resolves.toHaveLength(count);
    expect(hits(sendPath)).toBeLessThanOrEqual(count + 16);
  });

  it('that are refused one time in ten, at whatever pace, are all sent in time', async () => {
    const { client } = await oddPlatform({
      [sendPath]: ({ n }, response) => {
        if (n % 10 === 5) response.writeHead(429, { 'retry-after': '1' });
        return undefined;
      },
    });
    const mp = client({ ...tenfold, deadlineMs: 180_000 });
    const waves = await Promise.all([1, 2].map((wave) => sendWave(mp, wave)));
    expect(waves.flat()).toHaveLength(200);
  });
});

function sendWave(mp: WechatMp, wave: number) {
  const sends = Array.from({ length: 100 }, (_, n) =>
    mp.template.send(message(wave * 1000 + n), { requestId: `w${wave}-${n}` }),
  );
  return Promise.all(sends);
}

describe('the error of a repetition that our own limit holds back', () => {
  it('tells what made it necessary', async () => {
    const { client } = await oddPlatform({
      [sendPath]: () => ({ errcode: -1, errmsg: 'system error' }),
    });
    const mp = client({ limits: { perRecipient: { max: 1, windowMs: 60_000 } }, deadlineMs: 2_000 });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      attempts: 1,
      cause: { code: 'API_ERROR', errcode: -1 },
    });
  });
});

describe('a gateway', () => {
  it('that says `Retry-After: 0` is asked again after a moment, not after half a minute', async () => {
    const { client } = await oddPlatform({
      [sendPath]: ({ n }, response) => {
        if (n === 1) response.writeHead(429, { 'retry-after': '0' });
        return undefined;
      },
    });
    const send = client().template.send(message(1), { requestId: 'a1', deadlineMs: 15_000 });
    await expect(send).resolves.toMatchObject({ attempts: 2 });
  });

  it('that is full is quoted with the status that it gave', async () => {
    const { client } = await oddPlatform({
      '/a': (_, response) => {
        response.writeHead(503, { 'retry-after': '100' });
        return undefined;
      },
    });
    const read = client().request({ method: 'GET', path: '/a' }, { onLimit: 'reject' });
    await expect(read).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/HTTP 503; come back in 100 s/),
    });
  });
});

describe('F92: what is quoted of a request', () => {
  const html = (response: ServerResponse, text: string) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<html>${text.replaceAll('"', '&quot;')}</html>`);
    return undefined;
  };
  const secretOf = (body: string) => String(JSON.parse(body).secret);

  it.each<[string, Record<string, Answer>]>([
    ['a page', { [sendPath]: ({ token }, response) => html(response, `token ${token} is not known`) }],
    ['a refusal', { [sendPath]: ({ token }) => ({ errcode: 43101, errmsg: `not with ${token}` }) }],
    ['a limit', { [sendPath]: ({ token }) => ({ errcode: 45011, errmsg: `too often with ${token}` }) }],
    ['a page before the token', { [tokenPath]: ({ body }, response) => html(response, body) }],
    [
      'a refused secret',
      { [tokenPath]: ({ body }) => ({ errcode: 40125, errmsg: `not ${secretOf(body)}` }) },
    ],
  ])('in %s is in no error, event or record', async (_, answers) => {
    const { client } = await oddPlatform(answers);
    const seen: unknown[] = [];
    const mp = client({ onEvent: (event) => seen.push(event), deadlineMs: 500 });
    for (const requestId of ['a1', 'a1', 'a2'])
      await mp.template.send(message(1), { requestId }).catch((error: unknown) => seen.push(error));
    seen.push(await mp.sends.find('a1'), await mp.sends.find('a2'));
    const text = seen.map((value) => inspect(value, { depth: 12 }) + JSON.stringify(value)).join();
    expect(text).toContain('template.send');
    expect(text).not.toContain(appSecret);
    expect(text).not.toMatch(/TKN_\d/);
  });
});

describe('a message', () => {
  it('is the same whatever the order of its fields', async () => {
    const { hits, client } = await oddPlatform({});
    const mp = client();
    const [one, two] = [{ value: '1' }, { value: '2' }];
    await mp.template.send({ ...message(1), data: { one, two } }, { requestId: 'a1' });
    const { touser, template_id } = message(1);
    const again = mp.template.send({ data: { two, one }, template_id, touser }, { requestId: 'a1' });
    await expect(again).resolves.toMatchObject({ replayed: true });
    expect(hits(sendPath)).toBe(1);
  });

  it('is what it was when it was handed in, whatever the caller does to the object afterwards', async () => {
    const { client } = await oddPlatform({});
    const mp = client();
    const request = message(1, 'before');
    const options = { requestId: 'a1' };
    const sending = mp.template.send(request, options);
    request.data.thing1.value = 'after';
    options.requestId = 'a2';
    await expect(sending).resolves.toMatchObject({ requestId: 'a1' });
    const again = mp.template.send(message(1, 'before'), { requestId: 'a1' });
    await expect(again).resolves.toMatchObject({ replayed: true });
  });
});

describe('a closed client', () => {
  it('takes no call and opens nothing again', async () => {
    const { hits, client } = await oddPlatform({});
    const mp = client();
    await Promise.all([mp.close(), mp.close()]);
    await mp.close();
    const calls = [
      mp.template.send(message(1), { requestId: 'a1' }),
      mp.user.list(),
      mp.request({ method: 'GET', path: '/a' }),
      mp.sends.count(),
      mp.resumePending(),
      mp.ready(),
      mp.jsSdk.sign('https://page.test/'),
    ];
    for (const end of await Promise.allSettled(calls))
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'CONFIG' } });
    expect(hits(tokenPath)).toBe(0);
  });
});
