import type { PushCounts } from '../push-result.js';
import type { PushPhase, PushProgress } from '../push-run.js';
import { endedOf } from '../push-tally.js';
import { type QueuedSettings, settingsFrom } from './queued-settings.js';

/** The state of a push as Redis has it. */
export interface PushView {
  readonly run: number;
  readonly settings: QueuedSettings;
  readonly phase: PushPhase;
  readonly read: number;
  readonly total: number | undefined;
  readonly isFed: boolean;
  readonly counts: PushCounts;
  /** Epoch milliseconds on Redis' clock, like every moment here. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly perSecond: number;
  readonly waitingFor: string | undefined;
}

const paceSeconds = 10;

/** `undefined` where nothing is known of the push. */
export function viewOf(now: number, flat: readonly unknown[]): PushView | undefined {
  const fields = flatMap(flat);
  const run = numberIn(fields, 'run');
  if (run === undefined) return undefined;
  const endedAt = numberIn(fields, 'endedAt');
  return {
    run,
    settings: settingsFrom(fields.get('settings') ?? '{}'),
    phase: (fields.get('phase') ?? 'running') as PushPhase,
    read: numberIn(fields, 'read') ?? 0,
    total: numberIn(fields, 'total'),
    isFed: fields.get('fed') === '1',
    counts: countsOf(fields),
    startedAt: numberIn(fields, 'startedAt') ?? now,
    endedAt,
    perSecond: endedAt === undefined ? perSecondOf(fields, now) : 0,
    waitingFor: endedAt === undefined ? waitingOf(fields, now) : undefined,
  };
}

export function progressOf(view: PushView): PushProgress {
  const { read, total, counts, perSecond, phase, endedAt } = view;
  const left = total === undefined ? undefined : Math.max(0, total - endedOf(counts));
  const isMoving = phase === 'running' && endedAt === undefined && perSecond > 0;
  return {
    id: view.settings.id,
    endpoint: view.settings.endpoint,
    phase,
    read,
    total,
    counts,
    startedAt: view.startedAt,
    endedAt,
    perSecond,
    remainingMs: left === undefined || !isMoving ? undefined : Math.round((left / perSecond) * 1000),
    waitingFor: view.waitingFor,
  };
}

/** Names and values in turn, as HGETALL has them in a script. */
export function flatMap(flat: readonly unknown[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < flat.length; index += 2) {
    fields.set(String(flat[index]), String(flat[index + 1]));
  }
  return fields;
}

function numberIn(fields: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = fields.get(name);
  return text === undefined ? undefined : Number(text);
}

function countsOf(fields: ReadonlyMap<string, string>): PushCounts {
  const count = (letter: string) => numberIn(fields, `n:${letter}`) ?? 0;
  const replayed = count('r');
  return {
    sent: count('s') + replayed,
    failed: count('f'),
    unknown: count('u'),
    invalid: count('i'),
    'not-sent': count('n'),
    replayed,
  };
}

/** Over the whole seconds before this one, and no more of them than the push is old. */
function perSecondOf(fields: ReadonlyMap<string, string>, now: number): number {
  const second = Math.floor(now / 1000);
  let ends = 0;
  for (let place = 0; place < 16; place += 1) {
    const [at = 0, count = 0] = (fields.get(`b${place}`) ?? '').split(' ').map(Number);
    if (at < second && at >= second - paceSeconds) ends += count;
  }
  const ageSeconds = second - Math.floor((numberIn(fields, 'startAt') ?? now) / 1000);
  return ends / Math.max(1, Math.min(paceSeconds, ageSeconds));
}

function waitingOf(fields: ReadonlyMap<string, string>, now: number): string | undefined {
  return (numberIn(fields, 'waitingUntil') ?? 0) > now ? fields.get('waiting') : undefined;
}
