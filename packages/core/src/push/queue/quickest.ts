import type { Clock } from '../../clock/clock.js';

/** Long enough to hold some messages of a slow push, short enough to learn that a platform has become slower. */
const periodMs = 15_000;

/** The least of what came in the present period and the one before. */
export class Quickest {
  readonly #clock: Clock;
  #periodSince: number;
  #before = Number.POSITIVE_INFINITY;
  #present = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#periodSince = clock.monotonic();
  }

  /** Takes one more in, and answers the least. */
  with(ms: number): number {
    const now = this.#clock.monotonic();
    if (now - this.#periodSince >= periodMs) {
      this.#periodSince = now;
      this.#before = this.#present;
      this.#present = Number.POSITIVE_INFINITY;
    }
    this.#present = Math.min(this.#present, ms);
    return Math.min(this.#present, this.#before);
  }
}
