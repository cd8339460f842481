import type { StoreUnavailableError } from '../../errors/errors.js';
import type { LimitRule } from '../limit-store.js';
import { unitEndsAt } from '../unit-end.js';
import type { AloneCount, Care } from './alone-count.js';
import { type FleetShare, isLong, longestShortMs, memoryMs } from './part-of-the-fleet.js';

/** Whether this process can ask the store that all share. */
export type Contact = { readonly type: 'connected' } | Alone | Returning;

export interface Alone {
  readonly type: 'alone';
  readonly count: AloneCount;
  readonly share: FleetShare;
  /** Of the last trial. */
  error: StoreUnavailableError;
}

/**
 * The store is back, but does not know what passed meanwhile: until that has left every window, the count that this process
 * kept alone holds as well. The others come back at other moments; together they stay within the limits all the same.
 */
export interface Returning {
  readonly type: 'returning';
  readonly count: AloneCount;
  readonly share: FleetShare;
  /** Steady and wall moment of the return. */
  readonly since: { readonly steadyMs: number; readonly wallMs: number };
  /** `false`: the store has forgotten what it had counted before. */
  readonly isDataKept: boolean;
}

/** A process tries once a second, and its connection needs a moment: by then all others that were alone are back, too. */
const othersReturnMs = 5000;
const longestMemoryMs = 86_400_000;

export interface ReturnMoment {
  readonly nowMs: number;
  readonly inFlightMs: number;
  /** Whether calls may have passed while the store was gone: those of the asker's kind, and of any. */
  readonly passedAlone: { readonly thisKind: boolean; readonly anyKind: boolean };
}

/** What is still to be kept of a rule here. */
export function careOf(rule: LimitRule, contact: Returning, moment: ReturnMoment): Care {
  const { isDataKept, count } = contact;
  if (moment.nowMs >= endOf(rule, contact, moment.inFlightMs)) return 'nothing';
  const hasPassed = hasPassedAlone(rule, moment);
  if (isDataKept && !hasPassed) return 'nothing';
  if (isLong(rule)) return isDataKept || count.knows(rule) ? 'both' : 'nothing';
  if (isDataKept) return 'part';
  return hasPassed ? 'both' : 'past';
}

/** Rules of one endpoint or recipient see calls of one kind only; those of the app see all kinds. */
function hasPassedAlone({ scope }: LimitRule, { passedAlone }: ReturnMoment): boolean {
  return scope === 'endpoint' || scope === 'recipient' ? passedAlone.thisKind : passedAlone.anyKind;
}

/** Steady moment from which the shared count alone holds for a rule. */
function endOf(rule: LimitRule, { since, share, isDataKept }: Returning, inFlightMs: number): number {
  const othersAreBackAt = since.steadyMs + othersReturnMs;
  // What was taken of it alone has been added to the store's count.
  if (isLong(rule) && isDataKept) return othersAreBackAt;
  if (rule.type !== 'calendar') return othersAreBackAt + memoryMs(rule, inFlightMs, share);
  return since.steadyMs + Math.max(othersReturnMs, unitEndsAt(rule.unit, since.wallMs) - since.wallMs);
}

/** Steady moment from which it holds for all rules. */
export function endOfReturn({ since, isDataKept }: Returning, inFlightMs: number): number {
  return since.steadyMs + othersReturnMs + (isDataKept ? longestShortMs + inFlightMs : longestMemoryMs);
}
