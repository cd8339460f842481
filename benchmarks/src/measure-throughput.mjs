import { MeasuredSystem } from './measured-system.mjs';
import { median } from './statistics.mjs';
import { lackedBy } from './systems/index.mjs';

/** Enough that no send waits for another one's way to a store. */
const inFlight = 64;
/** What all others are compared with. */
const reference = 'wetempo-memory';
const names = [reference, 'wetempo-sqlite', 'wetempo-redis', 'wetempo-postgres'];

/**
 * Sends per second of one process, store by store; client, stores and platform share the machine. Rounds alternate, so
 * that a ratio compares two that followed one another.
 */
export async function measureThroughput({ rounds, sends, warmUpSends }, surroundings) {
  const skipped = names.filter((name) => lackedBy(name, surroundings) !== undefined);
  const open = [];
  try {
    for (const name of names.filter((candidate) => !skipped.includes(candidate))) {
      open.push(await MeasuredSystem.open(name, surroundings.target, { inFlight }));
    }
    for (const system of open) await system.round(warmUpSends);
    return { inFlight, rows: await measureRounds(open, rounds, sends), skipped };
  } finally {
    for (const system of open) await system.close();
  }
}

async function measureRounds(systems, rounds, sends) {
  const rates = new Map(systems.map((system) => [system, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const system of systems) rates.get(system).push((await system.round(sends)).sendsPerSecond);
  }
  const [references] = rates.values();
  return systems.map((system) => rowOf(system, rates.get(system), references));
}

function rowOf({ name, title }, rates, references) {
  const ratios = rates.map((rate, round) => rate / references[round]);
  return {
    name,
    title,
    sendsPerSecond: median(rates),
    ratio: median(ratios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
  };
}
