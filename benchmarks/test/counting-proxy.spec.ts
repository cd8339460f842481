import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../test/support/redis-server.js';
import { startCountingProxy } from '../src/redis/counting-proxy.mjs';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function roundTripsOf(work: (client: Redis) => Promise<unknown>): Promise<number> {
  const proxy = await startCountingProxy(server.port);
  const client = new Redis(proxy.url);
  await client.ping();
  const before = proxy.counts.roundTrips;
  await work(client);
  client.disconnect();
  proxy.close();
  return proxy.counts.roundTrips - before;
}

describe('the proxy that counts round trips', () => {
  it('counts each question that waits for the answer before it', async () => {
    const oneByOne = async (client: Redis) => {
      for (let n = 0; n < 7; n += 1) await client.set('key', n);
    };
    expect(await roundTripsOf(oneByOne)).toBe(7);
  });

  it('counts once what is written together', async () => {
    const together = (client: Redis) => client.pipeline().set('a', 1).set('b', 2).get('a').exec();
    expect(await roundTripsOf(together)).toBe(1);
  });
});
