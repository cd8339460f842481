import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { ServerProcess } from './server-process.mjs';

/** A Redis that keeps every write that it has answered, also where it is killed. */
export async function startDurableRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-crash-redis-'));
  const port = await freePort();
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
  const server = new ServerProcess({
    program: process.env.WETEMPO_REDIS_SERVER || 'redis-server',
    args: ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, ...durable],
    port,
  });
  await server.start();
  return {
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    pause: () => server.pause(),
    resume: () => server.resume(),
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    close: async () => {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
