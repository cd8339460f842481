import { atMost, missedAmong } from '../../results/targets.mjs';
import { table } from '../../table.mjs';
import { conclusionsOf, growthOf } from './conclusions.mjs';
import { measureFleet } from './measure-fleet.mjs';

export const title = 'A fleet on one Redis';
const partTitles = { client: 'one client process', redis: 'Redis', platform: 'the platform' };
/** Above it, processes would pay for one another instead of for their sends. */
const mostGrowth = 1.25;

export const measure = measureFleet;

export function report(result) {
  if (result.skipped !== undefined) return `Skipped, for ${result.skipped}.`;
  const { inFlight, rounds, roundMs, sent, delivered } = result;
  return [
    `Wetempo with Redis for token, limits and records, ${inFlight} in flight per process, one platform, one Redis; medians of ` +
      `${rounds} interleaved rounds of ${(roundMs / 1000).toFixed(1)} s. CPU time per send in µs, all threads of each part.`,
    levelTable(result),
    'The same with the most processes, part by part. Shares are of one core: of the time that its main thread had work, it ran on ' +
      'a core or waited for one that others had. `at most per second` is 1 s / CPU time per send: what a part that is one process ' +
      'would make with a core like these for itself, if all it does ran on that core.',
    partTable(result.levels.at(-1)),
    conclusionsOf(result).join('\n'),
    `${sent} sent, ${delivered} delivered.`,
  ].join('\n\n');
}

function levelTable({ levels }) {
  const head = [
    'processes',
    'sends per second',
    'machine busy',
    'clients',
    'Redis',
    'platform',
    'all',
    'of one process',
  ];
  const rows = levels.map((level) => [
    `${level.processes}`,
    level.sendsPerSecond.toFixed(0),
    percent(level.machineBusy),
    level.parts.client.cpuUsPerSend.toFixed(0),
    level.parts.redis.cpuUsPerSend.toFixed(0),
    level.parts.platform.cpuUsPerSend.toFixed(0),
    level.cpuUsPerSend.toFixed(0),
    (level.cpuUsPerSend / levels[0].cpuUsPerSend).toFixed(2),
  ]);
  return table(head, rows);
}

function partTable({ processes, parts }) {
  const head = [
    `${processes} processes`,
    'CPU',
    'ran',
    'waited for a core',
    'had nothing to do',
    'at most per second',
  ];
  const rows = Object.entries(parts).map(([name, part]) => [
    partTitles[name],
    percent(part.busy),
    ...(part.ran === undefined
      ? ['unknown', 'unknown', 'unknown']
      : [part.ran, part.waited, Math.max(0, 1 - part.ran - part.waited)].map(percent)),
    part.mostPerSecond.toFixed(0),
  ]);
  return table(head, rows);
}

function percent(share) {
  return `${(share * 100).toFixed(0)} %`;
}

export function targets(result) {
  const growth = result.skipped === undefined ? growthOf(result) : undefined;
  return [
    atMost(
      mostGrowth,
      'CPU time of a send with the most processes, of one process, all parts together',
      growth,
    ),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function charts(result) {
  if (result.skipped !== undefined) return [];
  const bars = result.levels.map(({ processes, sendsPerSecond }) => ({
    title: processes === 1 ? '1 process' : `${processes} processes`,
    value: sendsPerSecond,
    isOurs: true,
  }));
  return [{ title: 'Sends per second on one Redis', unit: '/s', bars, isMoreBetter: true }];
}
