import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { RedisConnection } from './redis-connection.js';

const nobody = 'redis://user:PASSWORD_4711@127.0.0.1:1';

async function failureOf(option: Parameters<typeof RedisConnection.open>[0]): Promise<string> {
  const connection = await RedisConnection.open(option);
  onTestFinished(() => connection.close());
  return connection.run('token-read', ['k'], []).then(
    () => 'none',
    (error: unknown) => String(error),
  );
}

it('says why there is no connection, and shows no password', async () => {
  expect(await failureOf(nobody)).toContain('ECONNREFUSED');
  expect(await failureOf(nobody)).not.toContain('PASSWORD_4711');
});

it("is asked before it is connected, also where the user's client would refuse that", async () => {
  const client = new Redis(nobody, { enableOfflineQueue: false, lazyConnect: true });
  onTestFinished(() => client.disconnect());
  expect(await failureOf(client)).toContain('ECONNREFUSED');
});
