import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AskedProcess } from './processes/asked-process.mjs';
import { startRedis } from './redis/redis-server.mjs';

/** What every system shares: the server in a process of its own, a Redis if there is one, a folder for files. */
export async function openSurroundings() {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-bench-'));
  const platform = new AskedProcess(new URL('./processes/platform-process.mjs', import.meta.url));
  const redis = await startRedis();
  const account = await platform.ask({ kind: 'where' });
  return {
    redis,
    target: { ...account, redisUrl: redis?.url, folder },
    delivered: () => platform.ask({ kind: 'delivered' }),
    close: async () => {
      await redis?.close();
      await platform.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
