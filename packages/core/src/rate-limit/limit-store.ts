import type { LimitScope } from '../verdict/verdict.js';

/** One limit that a call falls under. Rules are data; the store knows how to count each kind. */
export type LimitRule = SlidingWindowRule | CalendarDayRule | ConcurrencyRule;

interface LimitRuleBase {
  /** Unique in the account, for example `recipient:oABC:window` or `endpoint:template.send:60000ms`. */
  readonly key: string;
  readonly scope: LimitScope;
  /** How much this call takes; positive and not above `max`. A `concurrency` rule counts calls and ignores it. */
  readonly weight: number;
}

/**
 * At most `max` in any stretch of `windowMs`, wherever it begins, both ends included, on a clock of whole milliseconds.
 *
 * Small windows are kept exactly. Where `max` is above 120 and the rule counts from the admission, a store may count in
 * slots of a sixtieth of the window: never more than `max`, at worst one slot later than an exact count.
 */
export interface SlidingWindowRule extends LimitRuleBase {
  readonly type: 'sliding-window';
  readonly max: number;
  readonly windowMs: number;
  /**
   * Moment from which an admission counts for `windowMs`.
   *
   * The platform counts a request when it arrives, and nobody here knows when that is: some time between the admission
   * and the end of the call. `admission` is cheap, and off by as much as requests differ in their delay; good for limits
   * with headroom. `end` counts from the moment the call ended (`release`), so two requests that the store let through
   * one window apart cannot arrive closer together, whatever slowed the first one down. Until the end is known the place
   * stays taken, at most for the request's `inFlightMs`. A longer window instead could not promise that: it would have to
   * be longer by the slowest request of all, and every recipient would wait for it.
   * @default 'admission'
   */
  readonly countsFrom?: 'admission' | 'end';
}

/** At most `max` from one 00:00 Beijing time to the next, as the platform counts its days. */
export interface CalendarDayRule extends LimitRuleBase {
  readonly type: 'calendar-day';
  readonly max: number;
}

/** At most `max` calls at the same time. A holder that dies gives its place back after `holdMs`. */
export interface ConcurrencyRule extends LimitRuleBase {
  readonly type: 'concurrency';
  readonly max: number;
  readonly holdMs: number;
}

/** A door that every process sees: scope and name, for example `endpoint:template.send`, `app`, `gateway`. */
export interface BarrierKey {
  readonly key: string;
  readonly scope: LimitScope;
}

export interface AdmitRequest {
  readonly account: string;
  /** Names this admission; a repetition under the same id never takes less than one admission, so a resend is safe. */
  readonly admissionId: string;
  readonly rules: readonly LimitRule[];
  readonly barriers: readonly BarrierKey[];
  /** Longest time until the call has ended one way or the other; matters for rules that count from the end. */
  readonly inFlightMs: number;
}

export interface Refusal {
  readonly type: 'refused';
  readonly by: 'limit' | 'barrier';
  /** Rule or barrier that opens last. */
  readonly key: string;
  readonly scope: LimitScope;
  /**
   * Earliest moment at which every rule, or every barrier, can have room; never too short. Exact for windows that count
   * from the admission and for days. For one that counts from the end it assumes that calls on their way end now, for a
   * concurrency rule it is a moment worth asking again: their ends cannot be known.
   */
  readonly retryAfterMs: number;
}

/** Nothing was taken from any rule where it says `refused`. */
export type AdmitAnswer = { readonly type: 'admitted' } | Refusal;

/**
 * What all processes of an account share about its pace.
 *
 * Every method is one atomic step on one clock. All rules are taken or none is. A store that cannot be reached rejects
 * with `StoreUnavailableError`; a limit that is reached is an answer, never an error.
 */
export interface LimitStore {
  admit(request: AdmitRequest): Promise<AdmitAnswer>;
  /**
   * Tells that an admitted call has ended: frees its places in `concurrency` rules and fixes its moment in windows that
   * count from the end. Other rules and unknown ids are ignored. Where it never arrives, limits are kept more strictly.
   * A store may gather these words and pass them on with its next step.
   */
  release(account: string, admissionId: string, rules: readonly LimitRule[]): Promise<void>;
  /** Closes a barrier for `closedForMs` from now. A later moment that was named before stays. Answers the time left. */
  closeBarrier(account: string, key: string, closedForMs: number): Promise<number>;
  /** Answers `true` to one asker in `forMs`: what one process does for all, for example asking for a quota. */
  takeTurn(account: string, key: string, forMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Whether a rule wants to hear of the end of the call. */
export function wantsRelease(rule: LimitRule): boolean {
  return rule.type === 'concurrency' || (rule.type === 'sliding-window' && rule.countsFrom === 'end');
}

/** Largest window that is kept call by call; a larger one costs too much per admission and is counted in slots. */
const exactMax = 120;

export function isKeptExactly(rule: SlidingWindowRule): boolean {
  return rule.max <= exactMax || rule.countsFrom === 'end';
}

/** Width of a slot where a window is counted in slots. */
export function slotMsOf(windowMs: number): number {
  return Math.ceil(windowMs / 60);
}

/** How soon it is worth asking again for a place that comes back when somebody's call ends. */
export const placePollMs = 50;

/**
 * Longest time that a barrier stays closed on one word. It spans a day's quota; after an absurd `Retry-After` one probe
 * a day is no harm. Also keeps every delay within what a timer can hold.
 */
const longestClosureMs = 86_400_000;

/** Bounds a closure: a nonsensical duration closes for the 30 s that a limit answer without a moment gets. */
export function closureMs(closedForMs: number): number {
  if (Number.isNaN(closedForMs) || closedForMs <= 0) return 30_000;
  return Math.min(Math.ceil(closedForMs), longestClosureMs);
}
