import { atMost, missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';

export { measureRedis as measure } from './measure-redis.mjs';

export const title = 'What a send asks of Redis';
/** Three, and what the process tells Redis once a second beside its sends. */
const mostRoundTrips = 3.05;

export function targets({ rows }) {
  const row = rows.find(({ inFlight }) => inFlight === 1);
  return [atMost(mostRoundTrips, 'Round trips to Redis per send, every store on it', row?.roundTrips)];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function report({ rows }) {
  if (rows.length === 0) return 'Skipped, for no redis-server was found.';
  const head = ['in flight', 'round trips', 'scripts', 'commands inside them', 'µs in Redis'];
  const cells = rows.map((row) => [
    row.inFlight === 1 ? 'one at a time' : String(row.inFlight),
    row.roundTrips.toFixed(2),
    row.scripts.toFixed(2),
    row.otherCommands.toFixed(2),
    row.scriptsUs.toFixed(0),
  ]);
  return [
    'Per send, with the token, the limits and the send store in Redis. A proxy counts a round trip each time that the client speaks after Redis has spoken; scripts, commands and time are what Redis itself counts.',
    table(head, cells),
    worstAndBest(rows),
  ].join('\n\n');
}

function worstAndBest(rows) {
  const sorted = rows.toSorted((one, other) => one.roundTrips - other.roundTrips);
  const told = ({ roundTrips, inFlight, scriptsUs }) =>
    `${roundTrips.toFixed(2)} round trips and ${scriptsUs.toFixed(0)} µs in Redis per send, ${inFlight} in flight`;
  return `Worst for Wetempo: ${told(sorted.at(-1))}.\n\nBest for Wetempo: ${told(sorted[0])}.`;
}
