import { atMost, missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';
import { growthOf } from './growth.mjs';
import { measureRecipients } from './measure-recipients.mjs';

export const title = 'A push of a million recipients';
/** Beyond what the smallest push has at most, in megabytes. */
const mostMoreMb = 60;
/** The smallest push pays for a process that has just begun; a larger one that took longer each would be a mistake. */
const mostTimeRatio = 1.25;

export const measure = measureRecipients;

export function report({ rows }) {
  return [
    'One process reads JSON lines and checks them, or sends them to one platform. Wall time and CPU time are per recipient; ' +
      '`peak` is the most memory that the process ever had, garbage included, and `held` what is left of it after a collection, ' +
      'when everything has ended; what Redis and the file of SQLite hold is not in it. V8 runs with `--heap-growing-percent=30`, ' +
      'as in the command line tool; without it more garbage is left lying. The memory store keeps every message by design. Only ' +
      'the dry run and SQLite go to a million, since so many real sends take minutes. Each row is one run.',
    recipientTable(rows),
    `Best for Wetempo: ${extremeOf(rows, (one, other) => one.moreMb - other.moreMb)}`,
    `Worst for Wetempo: ${extremeOf(rows, (one, other) => other.moreMb - one.moreMb)} ${slowestOf(rows)}`,
  ].join('\n\n');
}

function recipientTable(rows) {
  const head = [
    '',
    'recipients',
    'seconds',
    'µs each',
    'CPU µs each',
    'peak MB',
    'held MB',
    'ended well',
    'delivered',
  ];
  const cells = rows.map((row) => [
    row.title,
    row.count.toLocaleString('en'),
    (row.tookMs / 1000).toFixed(1),
    ((row.tookMs * 1000) / row.count).toFixed(0),
    (row.cpuUs / row.count).toFixed(0),
    megabytes(row.peakRss),
    megabytes(row.held),
    row.sent.toLocaleString('en'),
    row.delivered.toLocaleString('en'),
  ]);
  return table(head, cells);
}

function megabytes(bytes) {
  return (bytes / 2 ** 20).toFixed(1);
}

function extremeOf(rows, order) {
  const [growth] = growthOf(rows).toSorted(order);
  const { title, small, large, moreMb } = growth;
  return (
    `the peak of ${large.count.toLocaleString('en')} recipients is ${moreMb.toFixed(1)} MB above that of ` +
    `${small.count.toLocaleString('en')} (${title}).`
  );
}

function slowestOf(rows) {
  const worst = (ratio) => growthOf(rows).toSorted((one, other) => other[ratio] - one[ratio])[0];
  const [byCpu, byWall] = [worst('timeRatio'), worst('wallRatio')];
  const told = ({ title, before, large }, ratio) =>
    `is highest at ${ratio.toFixed(2)} of that of ${before.count.toLocaleString('en')}, with ${large.count.toLocaleString('en')} (${title})`;
  return `CPU time per recipient ${told(byCpu, byCpu.timeRatio)}; wall time ${told(byWall, byWall.wallRatio)}.`;
}

export function targets({ rows }) {
  const held = growthOf(rows).filter(({ small }) => small.holdsConstant);
  const worst = (figure) => Math.max(...held.map(figure));
  const ended = rows.filter(
    ({ name, other, count, sent, delivered }) =>
      other > 0 || sent !== count || delivered !== (name === 'dry' ? 0 : count),
  ).length;
  return [
    atMost(
      mostTimeRatio,
      'CPU time per recipient of the largest push, of one a tenth as large',
      worst((row) => row.timeRatio),
    ),
    atMost(
      mostMoreMb,
      'MB of peak memory beyond those of 10,000 recipients',
      worst((row) => row.moreMb),
      1,
    ),
    atMost(0, 'Pushes in which a message had another end, or was not delivered once', ended, 0),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
