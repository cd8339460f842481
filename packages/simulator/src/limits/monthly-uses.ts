import { beijingMonth } from '../clock/calendar.js';

/** Something that may be done so many times in a calendar month. */
export class MonthlyUses {
  readonly #max: number;
  #month = 0;
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Uses one up. False, and nothing used, when none is left this month. */
  take(nowMs: number): boolean {
    const month = beijingMonth(nowMs);
    if (this.#month !== month) this.#used = 0;
    this.#month = month;
    if (this.#used >= this.#max) return false;
    this.#used += 1;
    return true;
  }
}
