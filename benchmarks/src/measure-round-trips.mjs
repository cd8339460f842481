import { MeasuredSystem } from './measured-system.mjs';
import { commandsBetween, readCommandStats } from './redis/command-stats.mjs';
import { startCountingProxy } from './redis/counting-proxy.mjs';

const sends = 200;
/** Fetches the token, and lets Redis load the scripts. */
const warmUpSends = 20;

/**
 * What one send asks of Redis with every store on it. One at a time shows the round trips that a send waits for; many at
 * a time share them. Answers nothing where there is no Redis.
 */
export async function measureRoundTrips({ inFlight }, { redis, target }) {
  if (redis === undefined) return [];
  const rows = [];
  for (const concurrency of [1, inFlight]) rows.push(await measureAt(concurrency, redis, target));
  return rows;
}

async function measureAt(inFlight, redis, target) {
  const proxy = await startCountingProxy(redis.port);
  try {
    const system = await MeasuredSystem.open(
      'wetempo-redis',
      { ...target, redisUrl: proxy.url },
      { inFlight },
    );
    try {
      return { inFlight, ...(await countPerSend(system, redis, proxy)) };
    } finally {
      await system.close();
    }
  } finally {
    proxy.close();
  }
}

async function countPerSend(system, redis, { counts }) {
  await system.round(warmUpSends);
  const roundTripsBefore = counts.roundTrips;
  const before = await readCommandStats(redis.client);
  await system.round(sends);
  const commands = commandsBetween(before, await readCommandStats(redis.client));
  return {
    roundTrips: (counts.roundTrips - roundTripsBefore) / sends,
    scripts: commands.scripts / sends,
    otherCommands: commands.otherCommands / sends,
    scriptsUs: commands.scriptsUs / sends,
  };
}
