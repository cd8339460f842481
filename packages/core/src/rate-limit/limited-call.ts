import type { Deadline } from '../retry/deadline.js';
import type { Door } from './door.js';
import type { CallLimits, LimitedCall } from './limit-policy.js';
import type { Remaining } from './limit-store.js';

/** A call that asks for room: what decides on its limits, and how it waits for them. */
export interface RateLimitedCall extends LimitedCall {
  /** `abort` ends a wait that outlasts the client. */
  readonly deadline: Pick<Deadline, 'remainingMs' | 'reason' | 'onAbort' | 'abort'>;
  /** `reject`: a call that would have to wait ends with `RateLimitError` instead. */
  readonly onLimit: 'wait' | 'reject';
  /** Longest wait from the first question to the admission; the deadline bounds it further. @default the deadline alone */
  readonly maxWaitMs?: number | undefined;
  /**
   * Called before the call waits, with the shortest time that it will wait, and again whenever that grows. Where it
   * rejects, the call leaves the line with that error.
   */
  readonly beforeWait?: ((waitMs: number) => Promise<void> | undefined) | undefined;
  /** It was let through before, and met a limit or failed there. */
  readonly isRepetition?: boolean | undefined;
  readonly callId: string;
  readonly requestId: string | undefined;
}

/** Permission for one request to leave. */
export interface Admission {
  /** Time spent in line; 0: it went straight through. */
  readonly waitedMs: number;
  /** Of the limit that is closest to its end; absent where none says. */
  readonly remaining?: Remaining | undefined;
  /**
   * Tells that the request has ended, whatever became of it. Must be called, also when nothing was sent; returns at once
   * and may be repeated. Report a limit answer by `limitHit` or `tooMany` first.
   */
  release(): void;
}

/** A call on its way through the limits. */
export interface Demand {
  readonly call: RateLimitedCall;
  /** Steady moment at which it asked first. */
  readonly startedAt: number;
  /** Found anew whenever it asks: the policy may have changed while it stood in line. */
  limits: CallLimits;
  /** The declared group that stands for the call's, found alike. */
  group: string;
}

/** What stands in a demand's way, and for how long at least. */
export interface Block {
  readonly type: 'blocked';
  readonly door: Door;
  readonly waitMs: number;
}

/** The store let a demand through. */
export interface Permit {
  readonly type: 'admitted';
  readonly remaining: Remaining | undefined;
  readonly release: () => void;
}

export type DemandAnswer = Permit | Block;
