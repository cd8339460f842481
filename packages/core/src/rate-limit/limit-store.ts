import type { LimitScope } from '../verdict/verdict.js';

/** One limit that a call falls under. Rules are data; the store knows how to count each kind. */
export type LimitRule = SlidingWindowRule | CalendarRule | BucketRule | ConcurrencyRule;

interface LimitRuleBase {
  /** Unique in the account, for example `recipient:oABC:window` or `app:1000ms#batch`: who waits for it stands in one line. */
  readonly key: string;
  readonly scope: LimitScope;
  /**
   * How much this call takes; positive and not above `max`, in a split rule not above the part of the group that asks.
   * A `concurrency` rule counts calls and ignores it.
   */
  readonly weight: number;
  /**
   * Counted for all accounts of this organisation together. Their names begin with its own, up to the first dot, so that
   * a store may keep both in one place. @default counted for the account alone
   */
  readonly organisation?: string | undefined;
}

/**
 * At most `max` in any stretch of `windowMs`, wherever it begins, both ends included, on a clock of whole milliseconds.
 *
 * Small windows are kept exactly. Where `max` is above 120, or the window is split between groups, a store may count in
 * slots of a hundred-and-twentieth of the window: never more than `max`, at worst one slot later than an exact count.
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
   * be longer by the slowest request of all, and everybody would wait for it.
   * @default 'admission'
   */
  readonly countsFrom?: 'admission' | 'end';
  readonly split?: GroupSplit | undefined;
}

/** At most `max` in one clock minute, clock hour, or day from one 00:00 Beijing time to the next, as the platforms count. */
export interface CalendarRule extends LimitRuleBase {
  readonly type: 'calendar';
  readonly unit: 'minute' | 'hour' | 'day';
  readonly max: number;
  readonly split?: GroupSplit | undefined;
}

/** `max` per `windowMs` at an even pace; up to `burst` may go at once after a pause. */
export interface BucketRule extends LimitRuleBase {
  readonly type: 'bucket';
  readonly max: number;
  readonly windowMs: number;
  /** At least `weight`. */
  readonly burst: number;
}

/** At most `max` calls at the same time. A holder that dies gives its place back after `holdMs`. */
export interface ConcurrencyRule extends LimitRuleBase {
  readonly type: 'concurrency';
  readonly max: number;
  readonly holdMs: number;
}

/**
 * How the `max` of one rule is shared between budget groups.
 *
 * A group that stays within its own `max` gets it, as long as the whole has room. Beyond it, in this order: it borrows
 * what the others leave idle; it uses its burst; it overdraws. What is taken is counted for the group either way, so what
 * it took too much now it lacks in the window to come.
 *
 * A group is busy for one window after it asked last (at least for 1 s); nothing of a busy group's unused part is lent.
 * Of an idle group's part all is lent but a hundredth of the rule's `max` (rounded up, at most its own part), so that it
 * finds some room when it wakes up. In a `calendar` rule an idle part is lent only as far as the unit has passed. Nobody
 * borrows while a group of higher priority has been refused within the last window and has not been served since.
 */
export interface GroupSplit {
  /** Names the one counter that all groups share, for example `app:1000ms`. */
  readonly counter: string;
  /** Index of the asker in `groups`. */
  readonly asker: number;
  /** Every group, in the same order in every process. The parts' `max` add up to the rule's, or to less. */
  readonly groups: readonly GroupPart[];
  /** What all groups together never pass, burst and overdraft included: the platform's own figure. At least the rule's `max`. */
  readonly ceiling: number;
}

/** In calls per window, weights counted. */
export interface GroupPart {
  readonly name: string;
  readonly max: number;
  /** The higher one borrows first. */
  readonly priority: number;
  /** What it may take beyond its part and what it could borrow, out of the room between the rule's `max` and `ceiling`. */
  readonly burst: number;
  /** The same beyond `burst`, and recorded. 0: none. */
  readonly overdraft: number;
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
  /**
   * `false`: rules are counted, also above their `max`, but hold nobody up; what would have been refused is in the answer.
   * Barriers and their pace hold in any case: the platform named them.
   * @default true
   */
  readonly enforce?: boolean | undefined;
}

export interface Refusal {
  readonly type: 'refused';
  /** `pace`: the door is open, but after a limit answer all processes together go through it at a measured pace. */
  readonly by: 'limit' | 'barrier' | 'pace';
  /** Rule or barrier that opens last; `pace:` stands before a barrier's key where it is its pace (`paceKeyOf`). */
  readonly key: string;
  readonly scope: LimitScope;
  /**
   * Earliest moment at which every rule, or every barrier, can have room; never too short. Exact for windows that count
   * from the admission and for calendar units. For one that counts from the end it assumes that calls on their way end
   * now, for a concurrency rule it is a moment worth asking again: their ends cannot be known. For a split rule it is
   * when the asker's own part, or what it may borrow as things stand, has room.
   */
  readonly retryAfterMs: number;
}

export interface Admitted {
  readonly type: 'admitted';
  /** What a split rule gave: its own part, or more than that. Absent where no rule is split. */
  readonly drew?: Drawing | undefined;
  /** Where `enforce` is `false` and a rule would have held the call up. */
  readonly shadowed?: Refusal | undefined;
  /** Of the window, calendar or bucket rule that has the smallest share of its `max` left. Absent without such a rule. */
  readonly remaining?: Remaining | undefined;
}

/** From the strictest to the freest. */
export const drawOrder = ['part', 'borrowed', 'burst', 'overdraft'] as const;

/** `part`: within the group's own part. */
export type Draw = (typeof drawOrder)[number];

export interface Drawing {
  readonly how: Draw;
  /** The rule that gave most freely: with several split rules, the last of the order above counts. */
  readonly key: string;
}

export interface Remaining {
  readonly key: string;
  /** Of a bucket: its burst. */
  readonly max: number;
  /** What is left after this admission; whole calls, not below 0. */
  readonly left: number;
}

/** Nothing was taken from any rule where it says `refused`. */
export type AdmitAnswer = Admitted | Refusal;

/** One word that a scope is closed. */
export interface Closure {
  /** From now. A later moment that was named before stays. */
  readonly forMs: number;
  /**
   * For a limit whose window nobody names: instead of `forMs` the first of these, and the next one whenever the limit is
   * met again within the length of the step before, counted from its reopening. `'day'` lasts until 00:00 Beijing time.
   */
  readonly growing?: readonly (number | 'day')[] | undefined;
  /**
   * Requests per second that went through this door before the limit was met, as far as the teller knows. Where it is
   * given, the door keeps a pace after it has reopened (see `closeBarrier`).
   */
  readonly seenPerSecond?: number | undefined;
}

export interface ClosureAnswer {
  /** Time left until the barrier opens. */
  readonly leftMs: number;
  /** The pace that holds after it; `undefined` where it has none. */
  readonly perSecond: number | undefined;
}

/** What one process has counted since its last report, for one endpoint in one stretch of ten seconds. */
export interface CallCount {
  readonly endpoint: string;
  /** Requests that were answered, or failed. */
  readonly calls: number;
  /** Those that met a limit. */
  readonly limited: number;
  /** Those that failed otherwise, for want of an answer or by one of 5xx. */
  readonly failed: number;
  /** Sum of their durations. */
  readonly durationMs: number;
}

/** Ten seconds of one endpoint over all processes. */
export interface TimeLineEntry extends Omit<CallCount, 'endpoint'> {
  /** Epoch milliseconds of its beginning, on the store's clock; a multiple of 10 000. */
  readonly startsAt: number;
}

/** Something that all processes should know until it expires, for example what is left of a quota. */
export interface SharedNote {
  readonly key: string;
  /** JSON. `undefined` takes the note away. */
  readonly text: string | undefined;
  readonly ttlMs: number;
}

export interface FleetReport {
  /** Names this process. It counts as one of the fleet for `fleetMemoryMs` after each report. */
  readonly processId: string;
  readonly counts: readonly CallCount[];
  readonly notes: readonly SharedNote[];
}

export interface FleetView {
  /** How many processes have reported lately, this one included. */
  readonly processes: number;
  /** Place of this process among them, from 0; each one has another. */
  readonly rank: number;
  /** Of all endpoints together, the stretch that is under way last; at most the last minute. */
  readonly recent: readonly TimeLineEntry[];
  /** Every note that has not expired. */
  readonly notes: ReadonlyMap<string, string>;
}

/** A process that has not reported for this long is no longer one of the fleet. */
export const fleetMemoryMs = 15_000;
/** Width of an entry of the time line, how long it goes back, and how many entries a `FleetView` tells. */
export const timeLine = { entryMs: 10_000, keptMs: 900_000, recentEntries: 6 } as const;

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
  /**
   * Closes a barrier. While it is closed, further words only move the moment back.
   *
   * Where the closure says what had gone through (`seenPerSecond`), the door reopens to a pace that all processes share:
   * `pace.decrease` times the ceiling, which is the smaller of what was seen and what was allowed, at least
   * `pace.leastPerSecond`. That happens once for each time that it was open; of several words about one such time the
   * highest holds. A closure that does not say is a stray answer: a pace that is there begins again from where it was, and
   * no lower.
   *
   * From the reopening on a first pace, which is a guess, doubles every `pace.guessDoublingSeconds`. Once a limit was met
   * at it, and from the beginning where closures grow, it grows by `pace.increasePerSecond` of its ceiling per second, and when it has passed the ceiling, which was too
   * low then, it doubles every `pace.doublingSeconds`. A door whose limit nobody met for `pace.forgottenAfterMs` forgets its
   * pace.
   */
  closeBarrier(account: string, key: string, closure: Closure): Promise<ClosureAnswer>;
  /** The same decrease of the pace without closing anything: for a fleet that meets limits too often. */
  slowDown(account: string, key: string, seenPerSecond: number): Promise<ClosureAnswer>;
  /** Forgets a barrier and its pace: its quota was cleared. */
  openBarrier(account: string, key: string): Promise<void>;
  /** Answers `true` to one asker in `forMs`: what one process does for all, for example asking for a quota. */
  takeTurn(account: string, key: string, forMs: number): Promise<boolean>;
  /** Adds what this process has counted, and tells what the fleet knows. Made about once a second, never per call. */
  report(account: string, report: FleetReport): Promise<FleetView>;
  /** The last quarter of an hour of one endpoint, oldest first; stretches without calls are left out. */
  timeLine(account: string, endpoint: string): Promise<readonly TimeLineEntry[]>;
  close(): Promise<void>;
}

/** Names a barrier's pace in refusals. Whoever waits for it stands in another line than whoever waits for the barrier to open. */
export function paceKeyOf(barrierKey: string): string {
  return `pace:${barrierKey}`;
}

/** How a door's pace answers limits. */
export const pace = {
  decrease: 0.7,
  /** Share of the ceiling that the pace gains per second. */
  increasePerSecond: 0.05,
  doublingSeconds: 5,
  /** The first one, until a limit is met at it. */
  guessDoublingSeconds: 0.4,
  /** A limit below it is a matter of closures, which name their moments; the pace need not guess at it. */
  leastPerSecond: 1,
  forgottenAfterMs: 900_000,
  /** So much of a second may go at once, at least one call: processes take turns, and each has a round trip to make. */
  burstSeconds: 0.1,
} as const;

/** Whether a rule wants to hear of the end of the call. */
export function wantsRelease(rule: LimitRule): boolean {
  return rule.type === 'concurrency' || (rule.type === 'sliding-window' && rule.countsFrom === 'end');
}

/** Largest window that is kept call by call; a larger one costs too much per admission and is counted in slots. */
const exactMax = 120;

export function isKeptExactly(rule: SlidingWindowRule): boolean {
  return rule.split === undefined && rule.max <= exactMax;
}

/** The Lua scripts have the same figure (`parts/tally-layout.lua`). */
const slotsPerWindow = 120;

/** Width of a slot where a window is counted in slots. */
export function slotMsOf(windowMs: number): number {
  return Math.ceil(windowMs / slotsPerWindow);
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
