import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { beforeWeEnd } from '../servers/before-we-end.mjs';
import { freePort } from '../servers/free-port.mjs';

/** A private Redis without persistence on a free port of loopback; `undefined` where no redis-server is to be found. */
export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-bench-redis-'));
  const port = await freePort();
  const args = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn(process.env.WETEMPO_REDIS_SERVER || 'redis-server', args, { stdio: 'ignore' });
  const leave = beforeWeEnd(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const removeFolder = async () => {
    await rm(folder, { recursive: true, force: true });
    leave();
  };
  const isStarted = await once(server, 'spawn').then(
    () => true,
    () => false,
  );
  if (!isStarted) return void (await removeFolder());
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  const close = async () => {
    client.disconnect();
    server.kill('SIGKILL');
    await once(server, 'exit');
    await removeFolder();
  };
  return { port, url: `redis://127.0.0.1:${port}`, client, close };
}
