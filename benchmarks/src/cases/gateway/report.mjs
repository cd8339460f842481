import { table } from '../../table.mjs';

const isOurs = ({ name }) => name.startsWith('wetempo');

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
    row.leastMs === 0 ? '–' : (row.spanMs / row.leastMs).toFixed(2),
  ]);
  return [
    `${processes} processes send ${each} messages each, all at once, through a gateway that lets ${max} requests through in any ${windowMs} ms ` +
      'and answers 429 with `Retry-After: 1` to the others.',
    '',
    table(head, cells),
    '',
    "Attempts and deliveries are the gateway's and the platform's own counts. The least time is that in which the gateway lets " +
      'as many messages through as were delivered, if requests take none. ' +
      'Callers look at the errcode where there is one, and do not repeat; what they deliver is what fits into the time that their burst takes. ' +
      '`Retry-After` knows whole seconds, so each time that Wetempo meets the limit costs it two windows; with Redis all processes ' +
      'find one pace together, with memory stores each finds its own. ' +
      'Wetempo with Redis, with memory stores, and the others run beside one another, so that times hold what that costs.',
    ...extremesOf(rows),
  ].join('\n');
}

function percent(share) {
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}

/** Who leaves most behind or tells most wrongly is worst, and among those alike, who takes longest. */
function extremesOf(rows) {
  const ours = rows
    .filter(isOurs)
    .toSorted(
      (one, other) => harmOf(one) - harmOf(other) || one.spanMs / one.leastMs - other.spanMs / other.leastMs,
    );
  if (ours.length === 0) return [];
  const most = ours.toSorted((one, other) => other.attempts / other.tasks - one.attempts / one.tasks)[0];
  const mostAttempts = most === ours.at(-1) ? '' : ` Most attempts: ${tellOf(most)}.`;
  const [peer] = rows.filter((row) => !isOurs(row)).toSorted((one, other) => other.delivered - one.delivered);
  const beside = peer === undefined ? '' : ` Most delivered by another: ${tellOf(peer)}.`;
  return [
    '',
    `Best for Wetempo: ${tellOf(ours[0])}.`,
    '',
    `Worst for Wetempo: ${tellOf(ours.at(-1))}.${mostAttempts}${beside}`,
  ];
}

function harmOf({ tasks, delivered, twice, falselySent, falselyFailed }) {
  return tasks - delivered + twice + falselySent + falselyFailed;
}

function tellOf({ title, tasks, attempts, delivered, spanMs, leastMs }) {
  const time = leastMs === 0 ? '' : `${(spanMs / leastMs).toFixed(2)} of the least time, `;
  return `${title}: ${time}${(attempts / tasks).toFixed(2)} attempts per message, ${percent(delivered / tasks)} delivered`;
}
