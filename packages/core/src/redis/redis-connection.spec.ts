import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startRedis } from '../../../../test/support/redis-server.js';
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

it('keeps no process alive for long after it was closed, also where nobody answered', async () => {
  const connection = await RedisConnection.open(nobody);
  await connection.run('token-read', ['k'], []).catch(() => undefined);
  const pausesMs = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => pausesMs.mockRestore());
  await connection.close();
  // ioredis sets one for a socket that does not close by itself, and also for one that has closed before.
  expect(Math.max(0, ...pausesMs.mock.calls.map(([, delayMs = 0]) => delayMs))).toBeLessThanOrEqual(100);
});

it("is asked before it is connected, also where the user's client would refuse that", async () => {
  const client = new Redis(nobody, { enableOfflineQueue: false, lazyConnect: true });
  onTestFinished(() => client.disconnect());
  expect(await failureOf(client)).toContain('ECONNREFUSED');
});

/** Says to the first INFO that its data will be loaded in an hour, to all others that it is ready, and 1 to any script. */
async function soonerReadyThanReckoned(): Promise<number> {
  const infos = ['loading:1\r\nloading_eta_seconds:3600', 'loading:0'];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const [, name = ''] of data.toString().matchAll(/\r\n(hello|client|info|evalsha)\r\n/gi)) {
        const info = (infos.length > 1 && name === 'info' ? infos.shift() : infos[0]) ?? '';
        const answers: Record<string, string> = {
          hello: "-ERR unknown command 'HELLO'",
          info: `$${info.length}\r\n${info}`,
          evalsha: ':1',
        };
        socket.write(`${answers[name] ?? '+OK'}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('finds a server that has loaded its data at once, however long it was reckoned to take', async () => {
  const port = await soonerReadyThanReckoned();
  const connection = await RedisConnection.open(`redis://127.0.0.1:${port}`, { commandTimeoutMs: 5_000 });
  onTestFinished(() => connection.close());
  await expect(connection.run('token-read', ['k'], [])).resolves.toBe(1);
});

it('answers a crowd of commands that takes longer than the time-out for one', async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const connection = await RedisConnection.open(server.url, { commandTimeoutMs: 250 });
  onTestFinished(() => connection.close());
  const crowd = Array.from({ length: 20_000 }, (_, n) => connection.run('token-read', [`k${n}`], []));
  await expect(Promise.all(crowd)).resolves.toHaveLength(20_000);
});

it('lets nobody in line wait for a server that does not answer those before them', async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const connection = await RedisConnection.open(server.url, { commandTimeoutMs: 300 });
  onTestFinished(() => connection.close());
  await connection.run('token-read', ['k'], []);
  server.pause();
  const startedAt = performance.now();
  const crowd = Array.from({ length: 5_000 }, () => connection.run('token-read', ['k'], []));
  const ends = await Promise.allSettled(crowd);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  // Turn after turn it would be 40 times the time-out.
  expect(performance.now() - startedAt).toBeLessThan(6_000);
});

it('names in an error neither the arguments of a command nor the password that was refused', async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  await server.client.config('SET', 'requirepass', 'RIGHT_0815');
  const wrong = await RedisConnection.open(server.url.replace('redis://', 'redis://:WRONG_4711@'));
  onTestFinished(() => wrong.close());
  const right = await RedisConnection.open(server.url.replace('redis://', 'redis://:RIGHT_0815@'));
  onTestFinished(() => right.close());
  for (const connection of [wrong, right]) {
    const failure: unknown = await connection
      .run('token-write', ['key'], ['TOKEN_4711'])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/4711|0815/);
  }
});
