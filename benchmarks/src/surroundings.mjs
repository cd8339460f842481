import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AskedProcess } from './processes/asked-process.mjs';
import { startRedis } from './redis/redis-server.mjs';
import { startPostgresIfThere } from './servers/postgres-if-there.mjs';

/** What every system shares: the server in a process of its own, a Redis and a PostgreSQL if there is one, a folder for files. */
export async function openSurroundings() {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-bench-'));
  const platform = new AskedProcess(new URL('./processes/platform-process.mjs', import.meta.url));
  const redis = await startRedis();
  const postgres = await startPostgresIfThere();
  const account = await platform.ask({ kind: 'where' });
  return {
    redis,
    postgres,
    target: { ...account, redisUrl: redis?.url, postgresUrl: postgres?.url, folder },
    delivered: () => platform.ask({ kind: 'delivered' }),
    close: async () => {
      await redis?.close();
      await postgres?.close();
      await platform.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
