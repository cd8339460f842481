import { MeasuredSystem } from '../measured-system.mjs';
import { commandsBetween, readCommandStats } from '../redis/command-stats.mjs';
import { startCountingProxy } from '../redis/counting-proxy.mjs';
import { median } from '../statistics.mjs';

const warmUpSends = 20;
const sends = 61;

/** What one send asks of Redis. Each is counted alone, and the median taken: now and then one also renews a lease. */
export async function openRedisCounts({ target, redis }) {
  const proxy = await startCountingProxy(redis.port);
  const system = await MeasuredSystem.open('wetempo-redis', { ...target, redisUrl: proxy.url });
  await system.round(warmUpSends, 1);
  const measure = async () => {
    const counted = [];
    for (let send = 0; send < sends; send += 1)
      counted.push(await countOne(system, redis.client, proxy.counts));
    const middle = (key) => median(counted.map((counts) => counts[key]));
    return {
      roundTrips: middle('roundTrips'),
      scripts: middle('scripts'),
      commands: middle('otherCommands'),
    };
  };
  const close = async () => {
    await system.close();
    proxy.close();
  };
  return { measure, close };
}

async function countOne(system, client, counts) {
  const roundTripsBefore = counts.roundTrips;
  const before = await readCommandStats(client);
  await system.round(1, 1);
  const commands = commandsBetween(before, await readCommandStats(client));
  return { ...commands, roundTrips: counts.roundTrips - roundTripsBefore };
}
