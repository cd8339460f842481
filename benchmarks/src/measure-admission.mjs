import { AskedProcess } from './processes/asked-process.mjs';
import { commandsBetween, readCommandStats } from './redis/command-stats.mjs';
import { startCountingProxy } from './redis/counting-proxy.mjs';
import { median } from './statistics.mjs';

const file = new URL('./processes/admission-process.mjs', import.meta.url);
/** The first one is what the other is compared with. */
const names = ['rate-limiter-flexible', 'wetempo'];
const rounds = 25;
const admissionsPerRound = 400;
const warmUpAdmissions = 4000;

/**
 * Time for one admission, one at a time and many at a time, and its round trips. Rounds alternate, so that whatever else
 * the machine does meets both, and a ratio compares two rounds that followed one another. Answers `undefined` where there
 * is no Redis.
 */
export async function measureAdmission({ redis }) {
  if (redis === undefined) return undefined;
  const rows = [];
  for (const inFlight of [1, 64]) rows.push(...(await measureAt(inFlight, redis)));
  return { rows, roundTrips: await countRoundTrips(redis) };
}

async function measureAt(inFlight, redis) {
  await redis.client.flushall();
  const systems = [];
  try {
    for (const name of names) systems.push(await openSystem(name, redis.url));
    for (const { ask } of systems) await ask({ kind: 'round', count: warmUpAdmissions, inFlight });
    const results = await measureRounds(systems, inFlight);
    const scriptUs = [];
    for (const system of systems) scriptUs.push(await timeInRedis(system, inFlight, redis));
    return systems.map(({ name, title }, index) => ({
      ...{ name, title, inFlight, scriptUs: scriptUs[index] },
      ...timesOf(results[index], results[0]),
    }));
  } finally {
    for (const { end } of systems) await end();
  }
}

async function openSystem(name, redisUrl) {
  const process = new AskedProcess(file, [name]);
  const { title } = await process.ask({ kind: 'open', redisUrl });
  return { name, title, ask: (question) => process.ask(question), end: () => process.end() };
}

async function measureRounds(systems, inFlight) {
  const results = systems.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { ask }] of systems.entries()) {
      results[index].push((await ask({ kind: 'round', count: admissionsPerRound, inFlight })).us);
    }
  }
  return results;
}

async function timeInRedis({ ask }, inFlight, { client }) {
  const before = await readCommandStats(client);
  await ask({ kind: 'round', count: admissionsPerRound, inFlight });
  const { scriptsUs, scripts } = commandsBetween(before, await readCommandStats(client));
  return scriptsUs / scripts;
}

function timesOf(times, references) {
  const ratios = times.map((us, round) => us / references[round]);
  return {
    us: median(times),
    ratio: median(ratios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
  };
}

async function countRoundTrips({ port }) {
  const proxy = await startCountingProxy(port);
  const { ask, end } = await openSystem('wetempo', proxy.url);
  try {
    await ask({ kind: 'round', count: 20, inFlight: 1 });
    const before = proxy.counts.roundTrips;
    await ask({ kind: 'round', count: admissionsPerRound, inFlight: 1 });
    return (proxy.counts.roundTrips - before) / admissionsPerRound;
  } finally {
    await end();
    proxy.close();
  }
}
