import { table } from '../../table.mjs';

const mostAttempts = 1.5;

export function report({ processes, each, max, windowMs, rows }) {
  const head = [
    '',
    'attempts per message',
    'delivered',
    'called sent, but not delivered',
    'called failed, but delivered',
    'time, of the least',
  ];
  const cells = rows.map((row) => [
    row.title,
    (row.attempts / row.tasks).toFixed(2),
    percent(row.delivered / row.tasks),
    percent(row.falselySent / row.tasks),
    percent(row.falselyFailed / row.tasks),
    row.delivered === row.tasks ? (row.spanMs / row.leastMs).toFixed(2) : '–',
  ]);
  return [
    `${processes} processes send ${each} messages each, all at once, through a gateway that lets ${max} requests through in any ${windowMs} ms ` +
      'and answers 429 with `Retry-After: 1` to the others.',
    '',
    table(head, cells),
    '',
    "Attempts and deliveries are the gateway's and the platform's own counts. The least time is that in which the gateway lets all messages " +
      'through if requests take none; who does not deliver all has none. Callers look at the errcode where there is one, and do not repeat.',
    ...worstOf(rows),
  ].join('\n');
}

function percent(share) {
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}

function worstOf(rows) {
  const ours = rows
    .filter(({ name }) => name.startsWith('wetempo'))
    .toSorted((one, other) => other.attempts - one.attempts);
  if (ours.length === 0) return [];
  const tell = ({ title, tasks, attempts, delivered, spanMs, leastMs }) =>
    `${title}: ${(attempts / tasks).toFixed(2)} attempts per message, ${percent(delivered / tasks)} delivered in ${(spanMs / leastMs).toFixed(2)} of the least time`;
  return ['', `Worst for Wetempo: ${tell(ours.at(0))}. Best: ${tell(ours.at(-1))}.`];
}

export function missedTargets({ rows }) {
  const row = rows.find(({ name }) => name === 'wetempo-redis');
  if (row === undefined) return ['Wetempo behind a gateway was not measured'];
  const missed = [];
  if (row.delivered < row.tasks)
    missed.push(`${row.title} delivered ${row.delivered} of ${row.tasks} messages through a gateway`);
  if (row.falselySent + row.falselyFailed + row.twice > 0)
    missed.push(`${row.title} told or sent wrongly behind a gateway`);
  if (row.attempts / row.tasks > mostAttempts)
    missed.push(
      `${row.title} made ${(row.attempts / row.tasks).toFixed(2)} attempts per message, more than ${mostAttempts}`,
    );
  return missed;
}
