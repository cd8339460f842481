import type { OpenLine, PushReport } from '../pushes/push-report.js';
import type { DeliveryCheck } from './delivery-check.js';

export interface FinalFigures {
  readonly report: PushReport;
  /** Messages that the platform was asked about in this run. */
  readonly asked: number;
  /** How fast the demo's time ran; 1 for the real platform. */
  readonly speed: number;
  /** 0 where no limit is known that takes any time. */
  readonly leastTimeMs: number;
  /** Undefined where the platform cannot be asked what it delivered. */
  readonly check: DeliveryCheck | undefined;
}

type Row = readonly [label: string, value: string | number, note?: string | undefined];

/** The report as an aligned table. */
export function finalReport(figures: FinalFigures): string {
  const { report } = figures;
  const rows: Row[] = [
    ['lines in the CSV', report.total],
    ['sent', report.sent],
    ['sent by an earlier run', report.alreadySent],
    ...refusedRows(report),
    ...invalidRows(report),
    ['duplicates avoided', report.duplicatesAvoided, 'lines whose message another line had brought'],
    ['unknown', report.unknown.length],
    ...openRows(report.unknown),
    ['not sent', report.notSent.length + report.waiting, report.reason],
    ...openRows(report.notSent),
    ...trafficRows(figures),
    ...timeRows(figures),
  ];
  return [`Report of push ${report.id}`, ...rows.map(layOut)].join('\n');
}

function layOut([label, value, note]: Row): string {
  const figure = typeof value === 'number' ? value.toLocaleString('en-US') : value;
  return `  ${label.padEnd(28)}${figure.padStart(8)}   ${note ?? ''}`.trimEnd();
}

function refusedRows({ refused }: PushReport): Row[] {
  const total = refused.reduce((sum, { lines }) => sum + lines.length, 0);
  const byErrcode = refused.map(
    ({ errcode, zh, en, lines }): Row => [`    errcode ${errcode}`, lines.length, `${zh} / ${en}`],
  );
  return [['refused by the platform', total], ...byErrcode];
}

function invalidRows({ invalid }: PushReport): Row[] {
  const byProblem = invalid.problems.map(
    ({ line, column = '', message }): Row => [
      `    line ${line}`,
      '',
      column === '' ? message : `${column}: ${message}`,
    ],
  );
  return [['invalid, never sent', invalid.count], ...byProblem];
}

const shownLines = 10;

function openRows(lines: readonly OpenLine[]): Row[] {
  const rows = lines.slice(0, shownLines).map(({ line, reason }): Row => [`    line ${line}`, '', reason]);
  if (lines.length > shownLines) rows.push([`    and ${lines.length - shownLines} more`, '']);
  return rows;
}

function trafficRows({ report, asked }: FinalFigures): Row[] {
  const { requests, lostAnswers, tokenFetches, limitAnswers } = report.traffic;
  const kinds = Object.entries(limitAnswers).map(([name, count]) => `${name} × ${count}`);
  const limited = Object.values(limitAnswers).reduce((sum, count) => sum + count, 0);
  return [
    ['requests', requests, `for ${asked.toLocaleString('en-US')} messages`],
    ['connections lost', lostAnswers, 'cut before the request was handled, or before its answer arrived'],
    ['limit answers', limited, kinds.join(', ')],
    ['token fetches', tokenFetches],
  ];
}

function timeRows({ report, speed, leastTimeMs }: FinalFigures): Row[] {
  const { startedAt, endedAt } = report;
  const tookMs = (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) * speed;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const clock =
    speed === 1 ? undefined : `by a clock that runs ×${speed}: ${seconds(tookMs / speed)} on yours`;
  const time: Row = ['time', seconds(tookMs), clock];
  if (leastTimeMs === 0) return [time];
  const ratio = `the limits allow no less; the push took ${(tookMs / leastTimeMs).toFixed(2)} times as long`;
  return [time, ['least time possible', seconds(leastTimeMs), ratio]];
}

/** Everything that keeps the run from being a success. */
export function shortcomings({ report, check }: FinalFigures): string[] {
  const { total, sent, alreadySent, duplicatesAvoided, refused, invalid, unknown, notSent, waiting } = report;
  const settled =
    sent +
    alreadySent +
    duplicatesAvoided +
    refused.reduce((sum, { lines }) => sum + lines.length, 0) +
    invalid.count +
    unknown.length;
  const problems: string[] = [];
  if (settled !== total) {
    const open = notSent.length + waiting;
    problems.push(`${total - settled} of ${total} lines are not accounted for (${open} were not sent)`);
  }
  if (check !== undefined) problems.push(...deliveryProblems(check, unknown.length));
  return problems;
}

function deliveryProblems({ twice, missing, unclaimed }: DeliveryCheck, unknown: number): string[] {
  const problems: string[] = [];
  if (twice.length > 0) problems.push(`the simulator delivered ${twice.length} messages twice: ${twice[0]}`);
  if (missing.length > 0) problems.push(`lines count as sent but were not delivered: ${missing.join(', ')}`);
  if (unclaimed.length > unknown) {
    problems.push(`${unclaimed.length} messages were delivered that no line accounts for`);
  }
  return problems;
}
