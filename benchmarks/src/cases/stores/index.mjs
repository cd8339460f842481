import { skippedNote } from '../../compared-systems.mjs';
import { atLeast, missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';

export { measureStores as measure } from './measure-stores.mjs';

export const title = 'Sends per second with each store';
/** Of the sends per second with memory stores in the same run, on whatever machine. */
const leastRatio = 0.6;
/** By one process on two cores that it shares with Redis and the platform; a busy machine misses it. */
const leastPerSecond = 3000;
const heldTo = { 'wetempo-sqlite': 'SQLite', 'wetempo-redis': 'Redis for everything' };

export function targets({ rows }) {
  const onRedis = rows.find(({ name }) => name === 'wetempo-redis');
  const perProcess = 'Sends per second of one process, Redis for everything';
  return [...ratioTargets(rows), atLeast(leastPerSecond, perProcess, onRedis?.sendsPerSecond, 0)];
}

function ratioTargets(rows) {
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
    `One process, ${inFlight} in flight; the platform and the servers of the stores have the rest of the same machine, so the ratio says more than the rate. Where the platform is slower than the memory stores, it hides a part of what the others cost; CPU time, which is the client's alone, does not. Redis writes nothing to the disk here, SQLite runs in WAL mode with the option synchronous at NORMAL, and PostgreSQL waits for the disk at every commit.`,
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
