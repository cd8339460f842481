import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RedisServer, startRedis } from './support/redis-server.js';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis({ appendOnly: true });
});
afterAll(() => redis.stop());

it('starts, dies and comes back with its data', async () => {
  await redis.client.set('k', 'v');
  await redis.kill();
  await redis.start();
  expect(await redis.client.get('k')).toBe('v');
});
