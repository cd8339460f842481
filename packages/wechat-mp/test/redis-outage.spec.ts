import type { SendReceipt } from '@wetempo/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, type RedisServerOptions, startRedis } from '../../../test/support/redis-server.js';
import { clientOf, message, platform } from './fixtures.js';

const sendPath = '/cgi-bin/message/template/send';
const tokenPath = '/cgi-bin/stable_token';
const redisDown = ['STORE_UNAVAILABLE', 'TOKEN_ERROR'];

type Ended = { readonly receipt: SendReceipt } | { readonly code: string };

/** A platform, a Redis and a client that keeps everything in it. */
async function fleetOfOne(options: RedisServerOptions = {}) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.stop());
  const simulator = await platform();
  const mp = clientOf(simulator, { redis: redis.url, sendStore: 'redis' });
  const send = async (n: number): Promise<Ended> => {
    try {
      return { receipt: await mp.template.send(message(n), { requestId: `m${n}` }) };
    } catch (error) {
      return { code: String(Reflect.get(Object(error), 'code')) };
    }
  };
  return { redis, simulator, mp, send };
}

/** Pushes `count` messages, a few at a time, and does something in the middle. */
async function push(
  send: (n: number) => Promise<Ended>,
  count: number,
  inTheMiddle: () => Promise<void> | void,
) {
  const ended: Ended[] = [];
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  let halfway: Promise<void> | undefined;
  const worker = async () => {
    for (const n of numbers) {
      if (n === count / 2) halfway = Promise.resolve(inTheMiddle());
      ended[n] = await send(n);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await halfway;
  return ended;
}

/** Connections come back on their own, some time after the server does. */
async function sendUntilStoreIsBack(send: (n: number) => Promise<Ended>, n: number): Promise<Ended> {
  for (;;) {
    const end = await send(n);
    if (!('code' in end) || !redisDown.includes(end.code)) return end;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const codesOf = (ended: readonly Ended[]) => ended.flatMap((end) => ('code' in end ? [end.code] : []));
const countOf = (redis: RedisServer) => redis.client.dbsize();

describe('Redis in the middle of a push', () => {
  it('F20: that dies sends nothing more; back with its data, every message goes out once', async () => {
    const { redis, simulator, send } = await fleetOfOne({ appendOnly: true });
    const first = await push(send, 100, () => redis.kill());
    const codes = codesOf(first);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !redisDown.includes(code))).toEqual([]);
    expect(simulator.deliveries.length).toBeLessThan(100);
    await redis.start();
    const retried = await Promise.all(
      first.map((end, n) => ('receipt' in end ? end : sendUntilStoreIsBack(send, n))),
    );
    expect(codesOf(retried)).toEqual([]);
    expect(new Set(simulator.deliveries.map(({ openid }) => openid)).size).toBe(100);
    expect(simulator.deliveries).toHaveLength(100);
  });

  it('that is paused sends nothing meanwhile, and every message goes out once in the end', async () => {
    const { redis, simulator, send } = await fleetOfOne();
    const first = await push(send, 60, () => redis.pause());
    const codes = codesOf(first);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !redisDown.includes(code))).toEqual([]);
    redis.resume();
    const retried = await Promise.all(
      first.map((end, n) => ('receipt' in end ? end : sendUntilStoreIsBack(send, n))),
    );
    expect(codesOf(retried)).toEqual([]);
    expect(simulator.deliveries).toHaveLength(60);
  });

  it('F28: that is flushed makes the store say "unknown", never "never sent"', async () => {
    const { redis, simulator, mp, send } = await fleetOfOne();
    const first = await push(send, 100, () => redis.flush());
    const codes = codesOf(first);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 'OUTCOME_UNKNOWN')).toEqual([]);
    const deliveredBefore = simulator.deliveries.length;
    const again = await Promise.all(first.map((_, n) => send(n)));
    expect(simulator.deliveries).toHaveLength(deliveredBefore);
    expect(again.filter((end) => 'receipt' in end && !end.receipt.replayed)).toEqual([]);
    expect(await countOf(redis)).toBeGreaterThan(0);
    await mp.sends.acceptLoss();
    await expect(send(1000)).resolves.toMatchObject({ receipt: { status: 'sent' } });
  });

  it('F20: that is gone lets reads go on with the token of the process, and fetches none meanwhile', async () => {
    const { redis, simulator, mp } = await fleetOfOne();
    await mp.quota.get({ cgi_path: sendPath });
    await redis.kill();
    const reads = Array.from({ length: 50 }, () => mp.quota.get({ cgi_path: sendPath }));
    await expect(Promise.all(reads)).resolves.toHaveLength(50);
    expect(simulator.hits(tokenPath)).toBe(1);
  });

  it('F20: that is gone from the start costs one token per process', async () => {
    const { redis, simulator, mp } = await fleetOfOne();
    await redis.kill();
    const reads = Array.from({ length: 50 }, () => mp.quota.get({ cgi_path: sendPath }));
    await expect(Promise.all(reads)).resolves.toHaveLength(50);
    expect(simulator.hits(tokenPath)).toBe(1);
  });
});
