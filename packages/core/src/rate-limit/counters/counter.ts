import type { LimitRule } from '../limit-store.js';

/** Both readings of the clock: the wall's for calendar days, the steady one for everything that lasts. */
export interface Instant {
  /** Epoch milliseconds. */
  readonly wallMs: number;
  /** Whole milliseconds that only grow. */
  readonly steadyMs: number;
}

/** What the memory store keeps for one rule's key. */
export interface Counter<Rule extends LimitRule = LimitRule> {
  /** Time until `rule` can have room; 0: now. */
  waitMs(rule: Rule, at: Instant): number;
  /** Whether this admission was taken before; `false` where the counter keeps no ids. */
  holds(admissionId: string): boolean;
  take(rule: Rule, admissionId: string, at: Instant, inFlightMs: number): void;
  /** The admission's call has ended. */
  end(admissionId: string, at: Instant): void;
  /** Whether forgetting this counter would change nothing. */
  isIdle(at: Instant): boolean;
}
