import type { LineOutcome } from './line-outcome.js';
import type { PushState } from './push.js';
import type { CsvProblem } from './recipient-csv.js';
import type { Traffic } from './traffic-meter.js';

/** What `GET /pushes/:id` answers. The counts of the outcomes and `waiting` add up to `total`. */
export interface PushReport {
  readonly id: string;
  readonly template: string;
  readonly state: PushState['type'];
  readonly reason?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly total: number;
  readonly sent: number;
  readonly alreadySent: number;
  /** Lines whose message another line had brought already. */
  readonly duplicatesAvoided: number;
  readonly refused: readonly Refused[];
  readonly invalid: { readonly count: number; readonly problems: readonly CsvProblem[] };
  readonly unknown: readonly OpenLine[];
  readonly notSent: readonly OpenLine[];
  /** Not tried yet. */
  readonly waiting: number;
  /** Lines that were settled per second so far. */
  readonly ratePerSecond: number;
  readonly etaSeconds: number | undefined;
  readonly traffic: Traffic;
}

export interface Refused {
  readonly errcode: number;
  readonly zh: string;
  readonly en: string;
  readonly lines: readonly number[];
}

export interface OpenLine {
  readonly line: number;
  readonly reason: string;
}

export interface PushSnapshot {
  readonly id: string;
  readonly templateId: string;
  readonly state: PushState;
  readonly total: number;
  readonly outcomes: ReadonlyMap<number, LineOutcome>;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly traffic: Traffic;
}

export function reportOf(push: PushSnapshot): PushReport {
  const { id, templateId, state, total, startedAt, endedAt, traffic } = push;
  const outcomes = [...push.outcomes];
  const waiting = total - outcomes.length;
  return {
    id,
    template: templateId,
    state: state.type,
    ...('reason' in state ? { reason: state.reason } : {}),
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt === undefined ? {} : { endedAt: new Date(endedAt).toISOString() }),
    total,
    ...countsOf(outcomes),
    waiting,
    ...paceOf(outcomes.length, waiting, (endedAt ?? Date.now()) - startedAt),
    traffic,
  };
}

type Outcomes = readonly (readonly [line: number, outcome: LineOutcome])[];

function countsOf(outcomes: Outcomes) {
  const count = (type: LineOutcome['type']) => outcomes.filter(([, outcome]) => outcome.type === type).length;
  return {
    sent: count('sent'),
    alreadySent: count('already-sent'),
    duplicatesAvoided: count('repeated'),
    refused: refusedOf(outcomes),
    invalid: { count: count('invalid'), problems: problemsOf(outcomes) },
    unknown: openLines(outcomes, 'unknown'),
    notSent: openLines(outcomes, 'not-sent'),
  };
}

function refusedOf(outcomes: Outcomes): Refused[] {
  const byErrcode = new Map<number, Refused & { lines: number[] }>();
  for (const [line, outcome] of outcomes) {
    if (outcome.type !== 'refused') continue;
    const { errcode, meaning } = outcome;
    const refused = byErrcode.get(errcode) ?? { errcode, zh: '', en: '', ...meaning, lines: [] };
    refused.lines.push(line);
    byErrcode.set(errcode, refused);
  }
  return [...byErrcode.values()].sort((one, other) => other.lines.length - one.lines.length);
}

function problemsOf(outcomes: Outcomes): CsvProblem[] {
  return outcomes
    .flatMap(([, outcome]) => (outcome.type === 'invalid' ? outcome.problems : []))
    .sort((one, other) => one.line - other.line);
}

function openLines(outcomes: Outcomes, type: 'unknown' | 'not-sent'): OpenLine[] {
  return outcomes.flatMap(([line, outcome]) =>
    outcome.type === type ? [{ line, reason: outcome.reason }] : [],
  );
}

function paceOf(done: number, waiting: number, elapsedMs: number) {
  const ratePerSecond = done / Math.max(0.001, elapsedMs / 1000);
  return {
    ratePerSecond: Math.round(ratePerSecond * 10) / 10,
    etaSeconds: done === 0 ? undefined : Math.round(waiting / ratePerSecond),
  };
}
