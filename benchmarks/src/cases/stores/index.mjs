import { skippedNote } from '../../compared-systems.mjs';
import { missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';

export { measureStores as measure } from './measure-stores.mjs';

export const title = 'Sends per second with each store';
/**
 * Of the sends per second with memory stores in the same run. A machine that makes 5,000 a second with these then makes 3,000
 * with any of the others; how many it makes depends on the machine and on what else it does.
 */
const leastRatio = 0.6;
const heldTo = { 'wetempo-sqlite': 'SQLite', 'wetempo-redis': 'Redis for everything' };

export function targets({ rows }) {
  return Object.entries(heldTo).map(([name, store]) => {
    const row = rows.find((candidate) => candidate.name === name);
    return {
      target: `Sends per second with ${store}, of those with memory stores`,
      wanted: `≥ ${leastRatio}`,
      measured: row === undefined ? 'not measured' : `${row.ratio.toFixed(2)} (${perSecond(row)} a second)`,
      isMet: row !== undefined && row.ratio >= leastRatio,
    };
  });
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function report({ rows, skipped, inFlight, delivered }) {
  const head = ['', 'sends per second', 'of memory stores', 'middle half', 'µs CPU per send'];
  const cells = rows.map((row) => [
    row.title,
    perSecond(row),
    row.ratio.toFixed(2),
    row.middleHalf.map((ratio) => ratio.toFixed(2)).join('–'),
    row.cpuUsPerSend.toFixed(0),
  ]);
  return [
    `One process, ${inFlight} in flight; the platform and the servers of the stores have the rest of the same machine, so the ratio is the figure to quote.`,
    table(head, cells),
    worstAndBest(rows),
    [`${delivered} sent, ${delivered} delivered.`, ...skippedNote(skipped)].join(' '),
  ].join('\n\n');
}

const perSecond = ({ sendsPerSecond }) => sendsPerSecond.toFixed(0);

function worstAndBest(rows) {
  const kept = rows.slice(1).toSorted((one, other) => one.ratio - other.ratio);
  if (kept.length === 0) return 'No store beyond memory was measured.';
  const told = (row) => `${row.title}: ${row.ratio.toFixed(2)} of memory stores, ${perSecond(row)} a second`;
  return `Worst for Wetempo: ${told(kept[0])}.\n\nBest for Wetempo: ${told(kept.at(-1))}.`;
}
