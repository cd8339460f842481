import { atMost, missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';
import { measureAdmission } from './measure-admission.mjs';

export const title = 'Admission to the limiter';
const placeTitles = { memory: 'In memory', redis: 'On Redis' };
const inFlightTitle = (inFlight) => (inFlight === 1 ? 'one at a time' : `${inFlight} in flight`);

export const measure = measureAdmission;

export function report({ rows, rounds }) {
  return [
    'What it takes to ask whether one message may go out. Each limiter has a process of its own, and those on Redis let commands ' +
      'travel together. With every limit on, Wetempo counts 9 limits in one step (the recipient’s window, three of the endpoint, ' +
      'three of the app that groups share, a bucket and a day of the tenant) and looks at 4 doors; a union asks 9 times, and ' +
      'keeps what it counted where one refuses. What Wetempo does before and after (making the rules of a message, saying that it ' +
      'ended) is not in it, and is part of what a send costs. A consume counts one fixed window. A job of bottleneck is taken in, started and freed, each with a call, and ' +
      'waits for a timer.',
    ...Object.keys(placeTitles).flatMap((place) => tablesOf(rows, place)),
    `Medians of ${rounds} interleaved rounds; ratios are to one consume of the same rounds.`,
    `Best for Wetempo: ${extremeOf(rows, (one, other) => one.versus - other.versus)}`,
    `Worst for Wetempo: ${extremeOf(rows, (one, other) => other.versus - one.versus)} ${besideOneConsume(rows)}`,
  ].join('\n\n');
}

function tablesOf(rows, place) {
  return [1, 64].flatMap((inFlight) => {
    const chosen = rows.filter((row) => row.place === place && row.inFlight === inFlight);
    return chosen.length === 0 ? [] : [tableOf(chosen, `${placeTitles[place]}, ${inFlightTitle(inFlight)}`)];
  });
}

function tableOf(rows, heading) {
  const onRedis = rows[0].redisUs !== undefined;
  const head = [heading, 'limits', 'µs each', 'of one consume', 'lowest', 'highest', 'CPU µs'];
  const cells = rows.map((row) => [
    ...[row.title, `${row.windows}`, microseconds(row.us)],
    ...[row.ratio, row.lowestRatio, row.highestRatio].map((ratio) => ratio.toFixed(2)),
    microseconds(row.cpuUs),
    ...(onRedis ? [microseconds(row.redisUs), row.roundTrips.toFixed(2)] : []),
  ]);
  return table(onRedis ? [...head, 'µs in Redis', 'round trips'] : head, cells);
}

function microseconds(us) {
  return us.toFixed(us < 10 ? 1 : 0);
}

/** Ours beside the one of the others that counts as many limits in the same place. */
function comparisonsOf(rows) {
  const ours = rows.filter(({ name }) => name.startsWith('wetempo'));
  return ours.map((row) => {
    const other = rows.find(
      ({ name, place, inFlight, windows }) =>
        name.startsWith('flexible') &&
        place === row.place &&
        inFlight === row.inFlight &&
        windows === row.windows,
    );
    return { ...row, other, versus: row.us / other.us };
  });
}

const whereOf = ({ place, inFlight }) =>
  `${place === 'redis' ? 'on Redis' : 'in memory'}, ${inFlightTitle(inFlight)}`;

function extremeOf(rows, order) {
  const [{ title, other, versus, us, ...row }] = comparisonsOf(rows).toSorted(order);
  return (
    `${title}, ${whereOf(row)}: ${microseconds(us)} µs, ${versus.toFixed(2)} of ${microseconds(other.us)} µs ` +
    `(${other.title}).`
  );
}

/** However many limits ours counts, and theirs one. */
function besideOneConsume(rows) {
  const worst = (place) =>
    comparisonsOf(rows)
      .filter((row) => row.place === place)
      .toSorted((one, other) => other.ratio - one.ratio)[0];
  const told = ['redis', 'memory'].map(worst).filter((row) => row !== undefined);
  const texts = told.map((row) => `${row.ratio.toFixed(2)} (${row.title}, ${whereOf(row)})`);
  return `At most of one consume, which counts one limit: ${texts.join(' and ')}.`;
}

export function targets({ rows }) {
  const row = rows.find(({ name, inFlight }) => name === 'wetempo-all-redis' && inFlight === 1);
  return [
    atMost(
      1.5,
      'Time of an admission with every limit on, one at a time on Redis, of one consume',
      row?.ratio,
    ),
    atMost(1, 'Round trips of such an admission', row?.roundTrips),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function charts({ rows }) {
  const bars = rows
    .filter(({ place, inFlight }) => place === 'redis' && inFlight === 1)
    .map(({ name, title, us }) => ({ title, value: us, isOurs: name.startsWith('wetempo') }));
  return bars.length === 0 ? [] : [{ title: 'An admission on Redis, one at a time', unit: 'µs', bars }];
}
