import type { ServerResponse } from 'node:http';
import type { Fault, Simulator } from '@wetempo/simulator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../test/support/redis-server.js';
import { WechatMp, type WechatMpOptions } from '../src/index.js';
import { appId, clientOf, message, openid, platform, platformAndClient } from './fixtures.js';
import { gatewayTo, json, type Passage } from './gateway.js';

const templatePath = '/cgi-bin/message/template/send';
const subscribePath = '/cgi-bin/message/subscribe/bizsend';
const subscription = {
  touser: openid(1),
  template_id: 'TEMPLATE-1',
  data: { thing1: { value: '测试' } },
} as const;

/** Both kinds of messages: the platform knows a template message again, and no other. */
const kinds = [
  {
    name: 'template',
    path: templatePath,
    send: (mp: WechatMp) => mp.template.send(message(1), { requestId: 'a1' }),
  },
  {
    name: 'subscription',
    path: subscribePath,
    send: (mp: WechatMp) => mp.subscribeMessage.send(subscription, { requestId: 'a1' }),
  },
];

async function openPlatform(options: Partial<WechatMpOptions> = {}) {
  const opened = await platformAndClient(options);
  opened.simulator.users.grant(appId, openid(1), 'TEMPLATE-1', 9);
  return opened;
}

/** What has to hold of a message that was delivered, whatever its answer looked like. */
async function expectOnce(simulator: Simulator, mp: WechatMp, kind: (typeof kinds)[number]): Promise<void> {
  const isTemplate = kind.path === templatePath;
  const ends: unknown[] = [];
  for (let call = 1; call <= 3; call += 1)
    ends.push(await kind.send(mp).catch((error: { code: string }) => error));
  expect(ends.at(-1)).toMatchObject(isTemplate ? { status: 'sent' } : { code: 'OUTCOME_UNKNOWN' });
  if (!isTemplate) expect(ends[0]).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(await mp.sends.find('a1')).toMatchObject({ state: isTemplate ? 'sent' : 'unknown' });
  expect(simulator.deliveries).toHaveLength(1);
  expect(simulator.hits(kind.path)).toBe(isTemplate ? 2 : 1);
}

describe('a message whose answer does not say what became of it', () => {
  const faults: [string, Omit<Fault, 'path' | 'times'> & Pick<Fault, 'kind'>][] = [
    ...[408, 500, 502, 503, 504, 520, 524].map((status): [string, Fault] => [
      `status ${status}`,
      { kind: 'status', status, processed: true },
    ]),
    [
      '503 with a moment',
      { kind: 'status', status: 503, headers: { 'retry-after': '0' }, processed: true } as Fault,
    ],
    ['a page of a gateway', { kind: 'html', processed: true } as Fault],
    ['a page with status 200', { kind: 'html', status: 200, processed: true } as Fault],
    ['an empty body with status 200', { kind: 'body', body: '' } as Fault],
    ['an empty body with status 204', { kind: 'status', status: 204, processed: true } as Fault],
    ['JSON that ends in the middle', { kind: 'body', body: '{"errcode":0,"errmsg":"o' } as Fault],
    ['two answers in one', { kind: 'body', body: '{{answer}}{{answer}}' } as Fault],
    ['a gateway’s own JSON', { kind: 'body', body: '{"code":503,"message":"busy"}' } as Fault],
    ['an empty object', { kind: 'body', body: '{}' } as Fault],
    ['an empty list', { kind: 'body', body: '[]' } as Fault],
    ['null', { kind: 'body', body: 'null' } as Fault],
    ['an errcode of null', { kind: 'body', body: '{"errcode":null,"errmsg":"ok"}' } as Fault],
    ['an errcode of true', { kind: 'body', body: '{"errcode":true}' } as Fault],
    ['a head without its body', { kind: 'cut-mid-answer', keepBytes: 0 } as Fault],
    ['a body that lacks its last byte', { kind: 'cut-mid-answer', keepBytes: 20 } as Fault],
  ];

  for (const kind of kinds) {
    it.each(faults)(`F48: (${kind.name}) %s: is delivered once`, async (_, fault) => {
      const { simulator, mp } = await openPlatform();
      simulator.faults.add({ ...fault, path: kind.path, times: 1 } as Fault);
      await expectOnce(simulator, mp, kind);
    });

    it(`F48: (${kind.name}) an answer that stops after its head times out and is delivered once`, async () => {
      const stop = ({ path, n }: Passage, response: ServerResponse) => {
        if (path !== kind.path || n > 1) return false;
        response.writeHead(200, { ...json, 'content-length': '60' }).flushHeaders();
        return true;
      };
      const simulator = await platform();
      simulator.users.grant(appId, openid(1), 'TEMPLATE-1', 9);
      const mp = clientOf(simulator, { baseUrl: await gatewayTo(simulator, stop), timeoutMs: 300 });
      await expectOnce(simulator, mp, kind);
    });
  }

  it.each([301, 302, 307, 308])(
    'F48: a redirect (%i) is not followed: body and token stay here',
    async (status) => {
      const { simulator, mp } = await openPlatform();
      const elsewhere = await platform();
      const headers = { location: `${elsewhere.url}${subscribePath}` };
      simulator.faults.add({ kind: 'status', status, headers, path: subscribePath });
      const send = mp.subscribeMessage.send(subscription, { requestId: 'a1' });
      await expect(send).rejects.toMatchObject({ code: 'HTTP' });
      expect(elsewhere.requests).toHaveLength(0);
      expect(simulator.hits(subscribePath)).toBe(1);
    },
  );
});

describe('a message whose answer is good', () => {
  it.each([
    ['errcode as text', '{"errcode":"0","errmsg":"ok","msgid":"7"}'],
    ['errcode as 0.0', '{"errcode":0.0,"errmsg":"ok","msgid":7}'],
    ['no errmsg', '{"errcode":0,"msgid":7}'],
    ['white space around it', '\r\n {"errcode":0,"errmsg":"ok","msgid":7} \n'],
  ])('F56: with %s counts as sent', async (_, body) => {
    const { simulator, mp } = await openPlatform();
    simulator.faults.add({ kind: 'body', body, path: templatePath });
    await expect(kinds[0]?.send(mp)).resolves.toMatchObject({ status: 'sent', msgid: '7', attempts: 1 });
  });

  it('F49: counts as sent where the connection is cut right behind its last byte', async () => {
    const simulator = await platform();
    const cut = ({ path, status, body }: Passage, response: ServerResponse) => {
      if (path !== templatePath) return false;
      response.writeHead(status, { ...json, 'content-length': `${Buffer.byteLength(body)}` });
      response.write(body, () => response.destroy());
      return true;
    };
    const mp = clientOf(simulator, { baseUrl: await gatewayTo(simulator, cut) });
    await expect(kinds[0]?.send(mp)).resolves.toMatchObject({ attempts: 1 });
  });
});

describe('two processes with one requestId at the same time', () => {
  async function twoClients() {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const simulator = await platform({ latencyMs: 30 });
    simulator.users.grant(appId, openid(1), 'TEMPLATE-1', 9);
    const open = () => clientOf(simulator, { redis: redis.url, sendStore: 'redis' });
    return { simulator, clients: [open(), open()] };
  }

  it('F52: a template message whose answer is lost goes out once, and both have its receipt', async () => {
    const { simulator, clients } = await twoClients();
    simulator.faults.add({ kind: 'cut-after', path: templatePath, times: 1 });
    const [one, two] = await Promise.all(clients.map((mp) => kinds[0]?.send(mp)));
    expect(one?.msgid).toBe(two?.msgid);
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('F52: a subscription message whose answer is lost goes out once, and both hear that nobody knows', async () => {
    const { simulator, clients } = await twoClients();
    simulator.faults.add({ kind: 'cut-after', path: subscribePath, times: 1 });
    const ends = await Promise.allSettled(clients.map((mp) => kinds[1]?.send(mp)));
    for (const end of ends) expect(end).toMatchObject({ reason: { code: 'OUTCOME_UNKNOWN' } });
    expect(simulator.hits(subscribePath)).toBe(1);
  });
});

describe('retries that are switched off', () => {
  it.each<[string, Fault]>([
    ['a time-out', { kind: 'hang', processed: true }],
    ['a cut connection', { kind: 'cut-after' }],
    ['status 500', { kind: 'status', status: 500 }],
    ['"busy"', { kind: 'errcode', errcode: -1 }],
  ])('F51: mean one request also after %s', async (_, fault) => {
    const { simulator, mp } = await openPlatform({
      timeoutMs: 200,
      retry: { maxRetries: 0, networkRetries: 0 },
    });
    simulator.faults.add({ ...fault, path: templatePath });
    await expect(kinds[0]?.send(mp)).rejects.toHaveProperty('code');
    expect(simulator.hits(templatePath)).toBe(1);
  });
});

describe('a connection that the platform closes while it is idle', () => {
  it('F95, F49: leads to no second message, at whatever moment the next one comes', async () => {
    const simulator = await platform({ keepAliveMs: 40 });
    const people = Array.from({ length: 30 }, (_, n) => openid(n));
    for (const person of people) simulator.users.grant(appId, person, 'TEMPLATE-1');
    const mp = clientOf(simulator);
    const states: string[] = [];
    for (const [n, touser] of people.entries()) {
      const send = mp.subscribeMessage.send({ ...subscription, touser }, { requestId: `k${n}` });
      states.push(
        await send.then(
          ({ status }) => status,
          (error) => error.code,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 30 + (n % 20)));
    }
    expect(states.filter((state) => !['sent', 'OUTCOME_UNKNOWN', 'NETWORK'].includes(state))).toEqual([]);
    const delivered = simulator.deliveries.map(({ openid: person }) => person);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered.length).toBeGreaterThanOrEqual(states.filter((state) => state === 'sent').length);
  });
});

describe('an upload whose answer is lost', () => {
  const file = {
    content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    filename: 'a.jpg',
  };

  it.each<[string, Fault]>([
    ['is cut off', { kind: 'cut-after' }],
    ['breaks off', { kind: 'cut-mid-answer' }],
    ['is a page of a gateway', { kind: 'html', processed: true }],
  ])('F68: because it %s is not repeated, and nobody calls it failed', async (_, fault) => {
    const { simulator, mp } = await openPlatform();
    simulator.faults.add({ ...fault, path: '/cgi-bin/media/upload' });
    await expect(mp.media.upload({ type: 'image', media: file })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(simulator.hits('/cgi-bin/media/upload')).toBe(1);
  });
});
