import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { systemClock } from '../src/clock/clock.js';
import { RedisConnection, type RedisOption } from '../src/redis/redis-connection.js';
import { RedisTokenStore } from '../src/token/redis-token-store.js';
import { RedlockTokenLock } from '../src/token/redlock-token-lock.js';
import { SharedCredential, type SharedCredentialParts } from '../src/token/shared-credential.js';
import { type RedisCluster, startRedisCluster } from './support/redis-cluster.js';
import { TokenPlatform } from './support/token-platform.js';

async function member(
  redis: RedisOption,
  account: string,
  platform: TokenPlatform,
  parts: Partial<SharedCredentialParts> = {},
) {
  const connection = await RedisConnection.open(redis);
  const store = new RedisTokenStore(connection, account);
  const lock = await RedlockTokenLock.open({ connection, account });
  const token = new SharedCredential(platform.source({ key: account }), { store, lock, ...parts });
  const close = async () => {
    await token.close();
    await lock.close();
    await connection.close();
  };
  return { token, store, close };
}

describe('a credential on one Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('F18: two hosts whose clocks are ten minutes apart share one token and see the same life', async () => {
    const platform = new TokenPlatform(systemClock);
    const shifted = (offsetMs: number) => ({ ...systemClock, now: () => systemClock.now() + offsetMs });
    const ahead = await member(redis.url, 'wxF18', platform, { clock: shifted(300_000) });
    const behind = await member(redis.url, 'wxF18', platform, { clock: shifted(-300_000) });
    expect(await ahead.token.get()).toBe(await behind.token.get());
    expect(platform.hits).toBe(1);
    for (const { token } of [ahead, behind]) {
      const health = token.peek();
      expect(health.state).toBe('fresh');
      const remainingMs = health.state === 'none' ? 0 : health.remainingMs;
      expect(remainingMs).toBeGreaterThan(7_180_000);
      expect(remainingMs).toBeLessThanOrEqual(7_195_000);
    }
    await Promise.all([ahead.close(), behind.close()]);
  });

  it('F62: reads of a good copy ask Redis nothing, and a refresh asks eight short questions', async () => {
    const platform = new TokenPlatform(systemClock);
    const { token, close } = await member(redis.url, 'wxCount', platform);
    await redis.client.config('RESETSTAT');
    await token.get();
    for (let call = 0; call < 1_000; call += 1) void token.get();
    token.peek();
    await close();
    const stats = await redis.client.info('commandstats');
    const calls = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
    expect(calls('evalsha') - calls('eval')).toBeLessThanOrEqual(8);
  });
});

describe('a credential on a Redis Cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.stop());

  it('F41: every token script and the lock run on three nodes, for many accounts at once', async () => {
    const platforms = Array.from({ length: 12 }, () => new TokenPlatform(systemClock));
    const members = await Promise.all(
      platforms.map((platform, index) => member(cluster.client, `wx00000000000000${index}`, platform)),
    );
    for (const { token, store } of members) {
      expect(await token.get()).toBe('TKN_1');
      expect(await token.rejected('TKN_1', 40001)).toBe('TKN_2');
      await expect(token.rejected('TKN_2', 40001)).rejects.toMatchObject({ code: 'TOKEN_ERROR' });
      await store.writeRefusal(token.key, '{}', 1_000);
      expect(await store.readRefusal(token.key)).toBe('{}');
    }
    await Promise.all(members.map(({ close }) => close()));
  });

  it('F41: accounts of different nodes go through one connection in the same moment', async () => {
    const connection = await RedisConnection.open(cluster.client);
    const stores = Array.from({ length: 12 }, (_, index) => new RedisTokenStore(connection, `wx${index}`));
    const write = async (store: RedisTokenStore) =>
      store.write('k', { value: 'TKN', lifetimeMs: 9_000, ageMs: 0, fence: await store.takeFence('k') });
    const answers = await Promise.all(stores.map(write));
    expect(answers.every(({ written }) => written)).toBe(true);
    await connection.close();
  });
});
