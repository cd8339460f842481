import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisLimitStore } from '../src/rate-limit/redis-limit-store.js';
import { RedisConnection } from '../src/redis/redis-connection.js';
import { limitStoreContract } from '../src/testing/limit-store-contract.js';
import { type RedisCluster, startRedisCluster } from './support/redis-cluster.js';
import { toldTime } from './support/told-time.js';

let cluster: RedisCluster;
let connection: RedisConnection;

beforeAll(async () => {
  cluster = await startRedisCluster();
  connection = await RedisConnection.open(cluster.client, { commandTimeoutMs: 10_000 });
}, 30_000);
afterAll(async () => {
  await connection.close();
  await cluster.stop();
});

function masters() {
  return cluster.client.nodes('master');
}

limitStoreContract({ describe, it: it.concurrent }, async () => {
  const { connection: told, advance } = toldTime(connection);
  return { store: new RedisLimitStore(told), advance };
});

describe('limits on a cluster of three masters', () => {
  it('F41: an account lives on one of them, and accounts are spread over all', async () => {
    await Promise.all(masters().map((node) => node.flushall()));
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    for (let number = 0; number < 40; number += 1) {
      const account = `wx${number}`;
      await store.takeTurn(account, 'quota', 60_000);
      await store.report(account, { processId: 'p1', counts: [], notes: [] });
    }
    const sizes = await Promise.all(masters().map((node) => node.dbsize()));
    expect(sizes).toHaveLength(3);
    expect(sizes.every((size) => size > 0)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(80);
  });
});
