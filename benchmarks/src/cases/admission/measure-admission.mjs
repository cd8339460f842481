import { playRound } from '../../compared-systems.mjs';
import { commandsBetween, readCommandStats } from '../../redis/command-stats.mjs';
import { startCountingProxy } from '../../redis/counting-proxy.mjs';
import { median } from '../../statistics.mjs';
import { AdmittingProcess } from './admitting-process.mjs';
import { limiters } from './limiters/index.mjs';

const full = { rounds: 15, perRound: { memory: 1000, redis: 200 }, warmUp: { memory: 10_000, redis: 2000 } };
const tiny = { rounds: 1, perRound: { memory: 64, redis: 64 }, warmUp: { memory: 10, redis: 10 } };
const inFlights = [1, 64];
const isOnRedis = (name) => limiters[name].needsRedis === true;

/**
 * Time and CPU time for one admission, one at a time and many at a time, and what it asks of Redis. The rounds of those that
 * keep their counts in the same place alternate, and a ratio compares two rounds of the same turn.
 */
export async function measureAdmission({ quick }, { redis }) {
  const settings = quick ? tiny : full;
  const rows = await measurePlace('memory', undefined, settings);
  if (redis !== undefined) rows.push(...(await measurePlace('redis', redis, settings)));
  return { rows, rounds: settings.rounds };
}

async function measurePlace(place, redis, settings) {
  const names = Object.keys(limiters).filter((name) => isOnRedis(name) === (place === 'redis'));
  const processes = await openAll(names, redis?.url);
  try {
    const rows = [];
    for (const inFlight of inFlights) {
      const round = { count: settings.perRound[place], inFlight };
      for (const process of processes) await process.round({ count: settings.warmUp[place], inFlight });
      const results = await measureRounds(processes, settings.rounds, round);
      const asked = redis === undefined ? [] : await askedOfRedis(processes, round, redis);
      rows.push(
        ...processes.map(({ name }, index) => rowOf(name, { place, inFlight }, results, asked, index)),
      );
    }
    return rows;
  } finally {
    for (const process of processes) await process.end();
  }
}

async function openAll(names, redisUrl) {
  const processes = [];
  for (const name of names) processes.push(await AdmittingProcess.open(name, redisUrl));
  return processes;
}

function rowOf(name, where, results, asked, index) {
  const { title, windows } = limiters[name];
  return { name, title, windows, ...where, ...asked[index], ...figuresOf(results[index], results[0]) };
}

async function measureRounds(processes, rounds, round) {
  const results = processes.map(() => []);
  for (let n = 0; n < rounds; n += 1) {
    const played = await playRound(processes, n, (process) => process.round(round));
    for (const [index, result] of played.entries()) results[index].push(result);
  }
  return results;
}

/** The first one is what the others are compared with. */
function figuresOf(results, references) {
  const ratios = results.map(({ us }, round) => us / references[round].us);
  const cpuRatios = results.map(({ cpuUs }, round) => cpuUs / references[round].cpuUs);
  return {
    us: median(results.map(({ us }) => us)),
    cpuUs: median(results.map(({ cpuUs }) => cpuUs)),
    ratio: median(ratios),
    cpuRatio: median(cpuRatios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
  };
}

/** Time in Redis of one admission of each, and its round trips. */
async function askedOfRedis(processes, round, { client, port }) {
  const asked = [];
  for (const process of processes) {
    const before = await readCommandStats(client);
    const { count } = await process.round(round);
    const { scriptsUs } = commandsBetween(before, await readCommandStats(client));
    asked.push({
      redisUs: scriptsUs / count,
      roundTrips: await roundTripsOf(process.name, round, port),
    });
  }
  return asked;
}

/** As a proxy counts them, for a process of its own. */
async function roundTripsOf(name, round, port) {
  const proxy = await startCountingProxy(port);
  const process = await AdmittingProcess.open(name, proxy.url);
  try {
    await process.round({ ...round, count: 20 });
    const before = proxy.counts.roundTrips;
    const { count } = await process.round(round);
    return (proxy.counts.roundTrips - before) / count;
  } finally {
    await process.end();
    proxy.close();
  }
}
