import { beijingOffsetMs } from '../../retry/platform-time.js';
import type { CalendarRule } from '../limit-store.js';
import type { Instant } from './counter.js';
import type { Future, Tally } from './tally.js';

const hourMs = 3_600_000;
/** Length of a clock unit. */
export const unitMs: Readonly<Record<CalendarRule['unit'], number>> = {
  minute: 60_000,
  hour: hourMs,
  day: 24 * hourMs,
};

/**
 * Counts in one clock minute, hour, or day, and begins anew with the next. Days begin in Beijing, whose minutes and hours
 * begin as everywhere.
 */
export class CalendarTally implements Tally {
  readonly lengthMs: number;
  /** The unit that was counted last. */
  #unit = Number.NaN;
  readonly #used: number[];

  constructor(unit: CalendarRule['unit'], columns: number) {
    this.lengthMs = unitMs[unit];
    this.#used = new Array(columns).fill(0);
  }

  used(at: Instant): readonly number[] {
    const unit = Math.floor((at.wallMs + beijingOffsetMs) / this.lengthMs);
    if (unit !== this.#unit) this.#used.fill(0);
    this.#unit = unit;
    return this.#used;
  }

  take(column: number, weight: number): void {
    this.#used[column] = (this.#used[column] ?? 0) + weight;
  }

  end(): void {}

  futures(at: Instant): readonly Future[] {
    return [{ atMs: at.steadyMs + this.#leftMs(at), used: this.#used.map(() => 0) }];
  }

  passed(atMs: number, at: Instant): number {
    const leftMs = this.#leftMs(at) - (atMs - at.steadyMs);
    return leftMs <= 0 ? 0 : 1 - leftMs / this.lengthMs;
  }

  #leftMs({ wallMs }: Instant): number {
    return this.lengthMs - ((wallMs + beijingOffsetMs) % this.lengthMs);
  }
}
