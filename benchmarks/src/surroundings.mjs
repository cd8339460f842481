import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AskedProcess } from './processes/asked-process.mjs';
import { startRedis } from './redis/redis-server.mjs';
import { startPostgresIfThere } from './servers/postgres-if-there.mjs';

/**
 * The servers that several cases share: a Redis, and a PostgreSQL where it is wanted, as far as they are on this machine.
 */
export async function openServers({ withPostgres = true } = {}) {
  const redis = await startRedis();
  const postgres = withPostgres ? await startPostgresIfThere() : undefined;
  return {
    redis,
    postgres,
    close: async () => {
      await redis?.close();
      await postgres?.close();
    },
  };
}

/**
 * What the systems of one case share: an empty Redis, an empty PostgreSQL, a folder for files, and a platform in a process of its
 * own that has delivered nothing yet.
 *
 * @param servers default: own ones, which are closed along
 */
export async function openSurroundings(servers) {
  const { redis, postgres, close } = servers ?? (await openServers());
  await redis?.client.flushall();
  await postgres?.empty();
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-bench-'));
  const platform = new AskedProcess(new URL('./processes/platform-process.mjs', import.meta.url));
  const account = await platform.ask({ kind: 'where' });
  return {
    redis,
    postgres,
    target: { ...account, redisUrl: redis?.url, postgresUrl: postgres?.url, folder },
    delivered: () => platform.ask({ kind: 'delivered' }),
    close: async () => {
      await platform.end();
      await rm(folder, { recursive: true, force: true });
      if (servers === undefined) await close();
    },
  };
}
