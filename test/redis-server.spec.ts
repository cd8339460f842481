import { once } from 'node:events';
import { createServer } from 'node:net';
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

it('comes back also where somebody else had its port for a moment', async () => {
  await redis.kill();
  const other = createServer((socket) => socket.destroy()).listen(redis.port, '127.0.0.1');
  await once(other, 'listening');
  const started = redis.start();
  setTimeout(() => other.close(), 200);
  await started;
  expect(await redis.client.ping()).toBe('PONG');
});
