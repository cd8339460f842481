import { AskedProcess } from '../../processes/asked-process.mjs';
import { Fleet } from './fleet.mjs';
import { levelOf } from './level.mjs';

const full = { processCounts: [1, 2, 4, 8], rounds: 5, roundMs: 1500, warmUpMs: 12_000 };
const tiny = { processCounts: [1, 2], rounds: 1, roundMs: 100, warmUpMs: 100 };
const inFlight = 64;
const platformFile = new URL('../../processes/platform-process.mjs', import.meta.url);

/**
 * Sends of a growing number of processes, and what each part of the whole takes for them. The rounds of the numbers
 * alternate, and the processes take turns, so that all of them are equally warm; who has no turn stays open and does nothing.
 */
export async function measureFleet({ quick }, { redis, target }) {
  if (redis === undefined) return { skipped: 'no redis-server was found' };
  const { processCounts, rounds, roundMs, warmUpMs } = quick ? tiny : full;
  const platform = new AskedProcess(platformFile);
  const account = await platform.ask({ kind: 'where' });
  const fleet = await Fleet.open(processCounts.at(-1), {
    platform,
    redis,
    target: { ...target, ...account },
  });
  try {
    await fleet.round(fleet.size, { forMs: warmUpMs, inFlight });
    const measured = new Map(processCounts.map((count) => [count, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const count of processCounts) {
        measured.get(count).push(await fleet.round(count, { forMs: roundMs, inFlight }));
      }
    }
    const delivered = await platform.ask({ kind: 'delivered' });
    const levels = Array.from(measured, ([count, results]) => levelOf(count, results));
    return { levels, cores: fleet.cores, inFlight, rounds, roundMs, sent: fleet.sent, delivered };
  } finally {
    await fleet.close();
    await platform.end();
  }
}
