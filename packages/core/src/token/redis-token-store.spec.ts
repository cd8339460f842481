import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { toldTime } from '../../test/support/told-time.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { tokenStoreContract } from '../testing/token-store-contract.js';
import { RedisTokenStore } from './redis-token-store.js';

let redis: RedisServer;
let connection: RedisConnection;
let accounts = 0;

beforeAll(async () => {
  redis = await startRedis();
  connection = await RedisConnection.open(redis.url, { commandTimeoutMs: 10_000 });
});
afterAll(async () => {
  await connection.close();
  await redis.stop();
});

function freshStore(): { store: RedisTokenStore; account: string } {
  accounts += 1;
  const account = `wx${accounts}`;
  return { store: new RedisTokenStore(connection, account), account };
}

tokenStoreContract({ describe, it }, async () => {
  const { connection: told, advance } = toldTime(connection);
  return { store: new RedisTokenStore(told, 'wx0'), advance };
});

const token = (value: string, fence: number) => ({ value, lifetimeMs: 60_000, ageMs: 0, fence });

describe('RedisTokenStore', () => {
  it('F41: writes only keys that carry the account as their hash tag, all of which expire', async () => {
    const { store, account } = freshStore();
    await store.write('k', token('TKN_1', await store.takeFence('k')));
    await store.takeForce('k', 1, 20);
    await store.writeRefusal('k', '{}', 60_000);
    const keys = (await redis.client.keys('*')).filter((key) =>
      key.startsWith(`wetempo:{${account}}:token:k`),
    );
    expect(keys.sort()).toEqual(
      ['', ':fence', ':forced', ':refusal'].map((part) => `wetempo:{${account}}:token:k${part}`),
    );
    for (const key of keys) expect(await redis.client.pttl(key)).toBeGreaterThan(0);
  });

  it('F30: gives a forced refresh back a day after it was taken', async () => {
    const { store, account } = freshStore();
    const dayMs = 86_400_000;
    const forced = `wetempo:{${account}}:token:k:forced`;
    const [almostADayAgo, aDayAgo] = [Date.now() - dayMs + 20_000, Date.now() - dayMs];
    await redis.client.rpush(forced, `${Date.now() - 60_000}`, `${almostADayAgo}`);
    const refused = await store.takeForce('k', 30_000, 2);
    expect(refused).toMatchObject({ allowed: false });
    expect(refused.allowed ? 0 : refused.retryAfterMs).toBeLessThanOrEqual(20_000);
    await redis.client.lset(forced, 1, `${aDayAgo}`);
    expect(await store.takeForce('k', 30_000, 2)).toEqual({ allowed: true });
  });

  it('F28: goes on after FLUSHALL, and a fence from before it cannot beat one from after it', async () => {
    const { store } = freshStore();
    const before = await store.takeFence('k');
    await redis.flush();
    expect(await store.read('k')).toBeUndefined();
    const after = await store.takeFence('k');
    expect(after).toBeGreaterThan(before);
    await store.write('k', token('TKN_2', after));
    expect(await store.write('k', token('TKN_1', before))).toMatchObject({ written: false });
  });

  it('F18: the life that is left follows the server, whatever the host believes about the time', async () => {
    const { store, account } = freshStore();
    await store.write('k', {
      value: 'TKN_1',
      lifetimeMs: 7_200_000,
      ageMs: 0,
      fence: await store.takeFence('k'),
    });
    await redis.client.pexpire(`wetempo:{${account}}:token:k`, 60_000);
    const left = (await store.read('k'))?.remainingMs ?? 0;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  it('fails fast with StoreUnavailableError while the server is paused, and works again afterwards', async () => {
    const impatient = await RedisConnection.open(redis.url, { commandTimeoutMs: 300 });
    onTestFinished(() => impatient.close());
    const store = new RedisTokenStore(impatient, 'wx0');
    const tookMs: number[] = [];
    redis.pause();
    try {
      // The machine may sleep during one of them: the quickest counts.
      for (let read = 0; read < 3; read += 1) {
        const startedAt = performance.now();
        await expect(store.read('k')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', store: 'token' });
        tookMs.push(performance.now() - startedAt);
      }
    } finally {
      redis.resume();
    }
    expect(Math.min(...tookMs)).toBeLessThan(3_000);
    await expect.poll(() => store.read('k').catch(() => 'failed')).toBeUndefined();
  });

  it('says what is wrong where something else wrote to its keys', async () => {
    const { store, account } = freshStore();
    await redis.client.hset(`wetempo:{${account}}:token:k`, 'value', 'x', 'lifetime', 'soon', 'version', '1');
    await expect(store.read('k')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      hint: expect.stringContaining('wetempo:'),
    });
  });
});
