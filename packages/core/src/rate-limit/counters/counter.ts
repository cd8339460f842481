import type { Draw, LimitRule } from '../limit-store.js';

/** Both readings of the clock: the wall's for calendar units, the steady one for everything that lasts. */
export interface Instant {
  /** Epoch milliseconds. */
  readonly wallMs: number;
  /** Whole milliseconds that only grow. */
  readonly steadyMs: number;
}

/** What a rule says to one more call. */
export interface Room {
  /** Time until the rule can have room; 0: now. */
  readonly waitMs: number;
  /** What a split rule gives where it has room. */
  readonly draw?: Draw;
}

/** What the memory store keeps for one rule. */
export interface Counter<Rule extends LimitRule = LimitRule> {
  /** Takes nothing; a split rule remembers that the group asked. */
  ask(rule: Rule, at: Instant): Room;
  /** Whether this admission was taken before; `false` where the counter keeps no ids. */
  holds(admissionId: string): boolean;
  take(rule: Rule, admissionId: string, at: Instant, inFlightMs: number): void;
  /** The admission's call has ended. */
  end(admissionId: string, at: Instant): void;
  /** What is left of the rule's `max` (of a bucket's burst); `undefined` for calls at the same time. */
  left(rule: Rule, at: Instant): number | undefined;
  /** Whether forgetting this counter would change nothing. */
  isIdle(at: Instant): boolean;
}

export const room: Room = { waitMs: 0 };
