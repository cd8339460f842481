import type { Instant } from './counter.js';

/** How a tally will look from a moment on if nobody takes anything until then. */
export interface Future {
  /** Steady moment. */
  readonly atMs: number;
  readonly used: readonly number[];
}

/** How much was taken in the stretch of time that counts: one column per group, a single one where no group shares. */
export interface Tally {
  /** Length of the stretch. */
  readonly lengthMs: number;
  used(at: Instant): readonly number[];
  /** @param holdMs how long the call may be on its way where its end is what counts, else 0 */
  take(column: number, weight: number, admissionId: string, at: Instant, holdMs: number): void;
  end(admissionId: string, at: Instant): void;
  /** Every later moment at which something no longer counts, soonest first. */
  futures(at: Instant): readonly Future[];
  /** Share of the stretch that will have passed at a steady moment; 1 where it slides along. */
  passed(atMs: number, at: Instant): number;
}

export function totalOf(used: readonly number[]): number {
  return used.reduce((sum, taken) => sum + taken, 0);
}
