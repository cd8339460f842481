import { MeasuredSystem } from '../../measured-system.mjs';
import { commandsBetween, readCommandStats } from '../../redis/command-stats.mjs';
import { startCountingProxy } from '../../redis/counting-proxy.mjs';

const levels = [1, 16, 64, 256];
/** Several times as many as are in flight. */
const sends = { full: 600, quick: 40 };
/** Fetches the token, and lets Redis load the scripts. */
const warmUpSends = 20;

/**
 * What one send asks of Redis with every store on it. One at a time shows the round trips that a send waits for; many at
 * a time share them. No rows where there is no Redis.
 */
export async function measureRedis({ quick }, { redis, target }) {
  if (redis === undefined) return { rows: [] };
  const rows = [];
  for (const inFlight of levels) {
    rows.push(await measureAt(inFlight, quick ? sends.quick : sends.full, { redis, target }));
  }
  return { rows };
}

async function measureAt(inFlight, count, { redis, target }) {
  const proxy = await startCountingProxy(redis.port);
  try {
    const system = await MeasuredSystem.open('wetempo-redis', { ...target, redisUrl: proxy.url });
    try {
      return { inFlight, ...(await countPerSend(system, { inFlight, count }, redis, proxy)) };
    } finally {
      await system.close();
    }
  } finally {
    proxy.close();
  }
}

async function countPerSend(system, { inFlight, count }, redis, { counts }) {
  await system.round(warmUpSends, inFlight);
  const roundTripsBefore = counts.roundTrips;
  const before = await readCommandStats(redis.client);
  await system.round(count, inFlight);
  const commands = commandsBetween(before, await readCommandStats(redis.client));
  return {
    roundTrips: (counts.roundTrips - roundTripsBefore) / count,
    scripts: commands.scripts / count,
    otherCommands: commands.otherCommands / count,
    scriptsUs: commands.scriptsUs / count,
  };
}
