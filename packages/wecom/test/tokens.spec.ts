import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import type { Wecom } from '../src/index.js';
import {
  clientOf,
  corpId,
  otherApp,
  platform,
  platformAndClient,
  sendPath,
  textTo,
  tokenPath,
} from './fixtures.js';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** Sends once through each client; answers the tokens that came, by app. */
async function tokensOf(
  clients: readonly Wecom[],
  requests: () => readonly { token?: string | undefined; body: unknown }[],
) {
  await Promise.all(clients.map((client, n) => client.message.send(textTo('u1'), { requestId: `a${n}` })));
  const pairs = requests().flatMap(({ token, body }) =>
    token === undefined ? [] : [[String(Reflect.get(Object(body), 'agentid')), token] as const],
  );
  return new Set(pairs.map(([agent, token]) => `${agent} ${token}`));
}

describe('two apps of one company', () => {
  it.each(['memory', 'redis'] as const)('never share a token, with %s behind them', async (kind) => {
    const simulator = await platform();
    const shared = kind === 'redis' ? { redis: redis.url } : {};
    const one = [clientOf(simulator, shared), clientOf(simulator, shared)];
    const other = [
      clientOf(simulator, { ...shared, ...otherApp }),
      clientOf(simulator, { ...shared, ...otherApp }),
    ];
    const pairs = await tokensOf([...one, ...other], () => simulator.requests);
    expect(pairs.size).toBe(2);
    expect(new Set([...pairs].map((pair) => pair.split(' ')[1])).size).toBe(2);
    // Over Redis one process of each app fetches; WeCom gives the same token to each that asks.
    if (kind === 'redis') expect(simulator.hits(tokenPath)).toBe(2);
    expect(simulator.requests.filter(({ errcode }) => errcode === 301002)).toEqual([]);
  });

  it('keep apart in Redis by app and by a hash of the secret, which is in no key', async () => {
    await redis.client.flushall();
    const simulator = await platform();
    await tokensOf(
      [clientOf(simulator, { redis: redis.url }), clientOf(simulator, { redis: redis.url, ...otherApp })],
      () => [],
    );
    const keys = (await redis.client.keys('*')).filter((key) => key.includes('token'));
    expect(keys.some((key) => key.includes(`${corpId}.1000001.`))).toBe(true);
    expect(keys.some((key) => key.includes(`${corpId}.1000002.`))).toBe(true);
    expect(keys.join()).not.toContain('CORPSECRET');
  });
});

describe('the access token', () => {
  it.each([40014, 42001])('%i: is fetched again, and the call goes on', async (errcode) => {
    const { simulator, wecom } = await platformAndClient();
    await wecom.message.send(textTo('u1'), { requestId: 'a1' });
    simulator.tokens.revoke(corpId, { errcode } as never);
    await expect(wecom.message.send(textTo('u1'), { requestId: 'a2' })).resolves.toMatchObject({
      status: 'sent',
    });
    expect(simulator.hits(tokenPath)).toBe(2);
  });

  it('that ends early twice does not tell of somebody else who fetches: asking ends nothing here', async () => {
    const heard: string[] = [];
    const { simulator, wecom } = await platformAndClient({
      onEvent: (event) => heard.push(event.type === 'warned' ? event.topic : event.type),
      token: { minRefetchIntervalMs: 1 },
    });
    for (const requestId of ['a1', 'a2', 'a3', 'a4']) {
      await wecom.message.send(textTo('u1'), { requestId });
      simulator.tokens.revoke(corpId);
    }
    expect(heard).not.toContain('token.conflict');
  });

  it('40001: a wrong secret is a matter of configuration, and nobody hammers', async () => {
    const { simulator, wecom } = await platformAndClient({ corpSecret: 'WRONG_SECRET_0000000' });
    for (const requestId of ['a1', 'a2', 'a3']) {
      await expect(wecom.message.send(textTo('u1'), { requestId })).rejects.toMatchObject({
        code: 'TOKEN_ERROR',
        errcode: 40001,
        hint: expect.stringContaining('corpSecret'),
      });
    }
    expect(simulator.hits(tokenPath)).toBe(1);
    expect(simulator.hits(sendPath)).toBe(0);
  });

  it('60020: names the address that is to be trusted, and where', async () => {
    const { simulator, wecom } = await platformAndClient();
    const errmsg =
      'not allow to access from your ip, hint: [1], from ip: 203.0.113.7, more info at https://example.com';
    simulator.faults.add({ kind: 'errcode', errcode: 60020, errmsg, path: sendPath });
    const error = await wecom.message
      .send(textTo('u1'), { requestId: 'a1' })
      .catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({
      code: 'API_ERROR',
      errcode: 60020,
      hint: expect.stringContaining('203.0.113.7'),
    });
    expect(simulator.hits(sendPath)).toBe(1);
  });
});
