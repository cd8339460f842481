import { measureThroughput } from '../../measure-throughput.mjs';
import { throughputReport } from '../../report.mjs';
import { atLeast, missedAmong } from '../../results/targets.mjs';

export const title = 'Sends per second with each store';
const heldTo = ['wetempo-sqlite', 'wetempo-redis'];

export const measure = measureThroughput;
export const report = throughputReport;

export function targets({ rows }) {
  return heldTo.map((name) => {
    const row = rows.find((candidate) => candidate.name === name);
    return atLeast(0.6, `Sends per second of ${name}, of those with memory stores`, row?.ratio);
  });
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
