import { atMost, missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';
import { measureQuotaPush } from './measure-quota-push.mjs';

export const title = 'A push under a quota';
const mostRatio = 1.15;
const mostAttempts = 1.05;

export const measure = measureQuotaPush;

export function report(result) {
  if (result.skipped !== undefined) return `Skipped, for ${result.skipped}.`;
  const { rows, rounds, count, max, windowMs, latencyMs } = result;
  return [
    `${count} template messages; the platform lets ${max} through in ${windowMs} ms, answers 45009 to the others, and takes ` +
      `${latencyMs} ms for an answer. Everybody knows the quota, uses all of it, and has run for a while. ` +
      `Times are those of the middle one of ${rounds} pushes, everything else is counted over all of them.`,
    ...['sliding', 'fixed'].flatMap((counts) => tableOf(rows, counts)),
    'First to last is the time between the first and the last delivery, against the least that the quota allows for what was ' +
      'delivered if requests took no time. The limiters send again up to five times what met the quota, through the limiter; ' +
      'axios-retry up to three times, as it comes, after times that double. Even spacing cannot use the burst that the first ' +
      'window allows. Fixed windows begin with the clock of the platform, which nobody here looks at: whoever counts sliding windows ' +
      'is safe with both kinds, and may lose up to a window where they are fixed.',
    `Best for Wetempo: ${extremeOf(rows, (one, other) => one.ratio - other.ratio)}`,
    `Worst for Wetempo: ${extremeOf(rows, (one, other) => other.ratio - one.ratio)}`,
  ].join('\n\n');
}

function tableOf(rows, counts) {
  const chosen = rows.filter((row) => row.counts === counts);
  if (chosen.length === 0) return [];
  const head = [
    `${counts} windows`,
    'first to last, of least',
    'least and most',
    'seconds in all',
    'attempts per message',
    'sent',
    'twice',
  ];
  const cells = chosen.map((row) => [
    row.title,
    ratioText(row.ratio),
    `${ratioText(row.ratios[0])}–${ratioText(row.ratios.at(-1))}`,
    (row.wallMs / 1000).toFixed(1),
    row.attemptsPerMessage.toFixed(2),
    `${(row.shareSent * 100).toFixed(1)} %`,
    `${row.delivered - row.recipients}`,
  ]);
  return [table(head, cells)];
}

/** What fits into one window needs no time at all. */
function ratioText(ratio) {
  return ratio === undefined ? 'all at once' : ratio.toFixed(2);
}

const oursAmong = (rows) => rows.filter(({ name }) => name.startsWith('wetempo'));

function extremeOf(rows, order) {
  const [row] = oursAmong(rows).toSorted(order);
  return (
    `${ratioText(row.ratio)} of the least time and ${row.attemptsPerMessage.toFixed(2)} attempts per message ` +
    `(${row.title}, ${row.counts} windows).${besideOthers(rows, row)}`
  );
}

/** The quickest of those who sent everything. */
function besideOthers(rows, { counts }) {
  const others = rows.filter(
    ({ name, shareSent, ...row }) => row.counts === counts && shareSent === 1 && !name.startsWith('wetempo'),
  );
  if (others.length === 0) return ' Nobody else sent everything.';
  const [best] = others.toSorted((one, other) => one.ratio - other.ratio);
  return ` The quickest of the others that sent everything: ${ratioText(best.ratio)} and ${best.attemptsPerMessage.toFixed(2)} (${best.title}).`;
}

export function targets({ rows = [] }) {
  const ours = oursAmong(rows);
  const worst = (figure) => (ours.length === 0 ? undefined : Math.max(...ours.map(figure)));
  return [
    atMost(
      mostRatio,
      'Time of a push under a quota of sliding windows, of the least that the quota allows',
      worst(({ ratio, counts }) => (counts === 'sliding' ? ratio : undefined) ?? 1),
    ),
    atMost(
      mostAttempts,
      'Attempts per message of such a push',
      worst((row) => row.attemptsPerMessage),
    ),
    atMost(
      0,
      'Messages that such a push left behind or delivered twice',
      worst(({ asked, delivered, recipients }) => asked - recipients + (delivered - recipients)),
      0,
    ),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function charts({ rows = [] }) {
  const bars = rows
    .filter(({ counts }) => counts === 'sliding')
    .map(({ name, title, attemptsPerMessage }) => ({
      title,
      value: attemptsPerMessage,
      isOurs: name.startsWith('wetempo'),
    }));
  return bars.length === 0 ? [] : [{ title: 'Attempts per message of a push under a quota', unit: '', bars }];
}
