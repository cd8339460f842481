import { MeasuredSystem } from './measured-system.mjs';
import { median } from './statistics.mjs';
import { lackedBy, reference } from './systems/index.mjs';

/**
 * CPU time per send. The rounds of the systems alternate, so that whatever else the machine does meets all of them, and a
 * ratio compares two rounds that followed one another.
 */
export async function measureCpu({ names, rounds, sends, warmUpSends, ...settings }, surroundings) {
  const chosen = [...new Set([reference, ...names])];
  const skipped = chosen.filter((name) => lackedBy(name, surroundings) !== undefined);
  const open = [];
  try {
    for (const name of chosen.filter((candidate) => !skipped.includes(candidate))) {
      open.push(await MeasuredSystem.open(name, surroundings.target, settings));
    }
    for (const system of open) await system.round(warmUpSends);
    const measured = await measureRounds(open, rounds, sends);
    return { rows: measured, skipped, delivered: await deliveredOf(open, surroundings) };
  } finally {
    for (const system of open) await system.close();
  }
}

async function measureRounds(systems, rounds, sends) {
  const results = new Map(systems.map((system) => [system, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const system of systems) results.get(system).push(await system.round(sends));
  }
  const [references] = results.values();
  return systems.map((system) => rowOf(system, results.get(system), references));
}

function rowOf({ name, title }, results, references) {
  const ratios = results.map(({ cpuUsPerSend }, round) => cpuUsPerSend / references[round].cpuUsPerSend);
  return {
    name,
    title,
    cpuUsPerSend: median(results.map(({ cpuUsPerSend }) => cpuUsPerSend)),
    sendsPerSecond: median(results.map(({ sendsPerSecond }) => sendsPerSecond)),
    ratio: median(ratios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
  };
}

/** A send that the platform did not see would be a cheap one. */
async function deliveredOf(systems, { delivered }) {
  const sent = systems.reduce((sum, system) => sum + system.sent, 0);
  const arrived = await delivered();
  if (arrived !== sent) throw new Error(`${sent} messages were sent, but the platform delivered ${arrived}`);
  return arrived;
}
