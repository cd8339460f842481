import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AskedProcess } from '../../processes/asked-process.mjs';
import { walks } from './walks.mjs';

/** V8 collects garbage as soon as the command line tool tells it to in `packages/cli/src/cli.ts`. */
const flags = ['--expose-gc', '--heap-growing-percent=30'];
const platformFile = new URL('../../processes/platform-process.mjs', import.meta.url);
const pushingFile = new URL('./processes/pushing-process.mjs', import.meta.url);
const tiny = { names: ['dry', 'sqlite'], counts: [20, 300] };

/** Pushes of growing size, read from JSON lines in one process; a process and a platform of its own for each. */
export async function measureRecipients({ quick }, { redis }) {
  const names = quick
    ? tiny.names
    : Object.keys(walks).filter((name) => name !== 'redis' || redis !== undefined);
  const rows = [];
  for (const name of names) {
    const { title, holdsConstant } = walks[name];
    for (const count of quick ? tiny.counts : walks[name].counts) {
      await redis?.client.flushall();
      rows.push({
        name,
        title,
        holdsConstant,
        count,
        ...(await measureWalk(walks[name], count, redis?.url)),
      });
    }
  }
  return { rows };
}

async function measureWalk({ walk, storesIn }, count, redisUrl) {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-recipients-'));
  const platform = new AskedProcess(platformFile);
  const pushing = new AskedProcess(pushingFile, [], flags);
  try {
    const client = { ...(await platform.ask({ kind: 'where' })), ...storesIn({ folder, redisUrl }) };
    const figures = await pushing.ask({ kind: 'walk', walk, count, client });
    return { ...figures, delivered: await platform.ask({ kind: 'delivered' }) };
  } finally {
    await Promise.all([pushing.end(), platform.end()]);
    await rm(folder, { recursive: true, force: true });
  }
}
