import type { Meter } from './meter.js';

/** So many in any stretch of the window's length; one that is exactly that old no longer counts. */
export class SlidingWindow implements Meter {
  readonly max: number;
  readonly #windowMs: number;
  /** When the last `max` passed; the oldest of them stands at `#next`. */
  readonly #passedAt: number[] = [];
  #next = 0;

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.#windowMs = windowMs;
  }

  take(nowMs: number): number {
    const waitMs = this.#countsForMs(this.#passedAt[this.#next], nowMs);
    if (waitMs > 0) return waitMs;
    this.#passedAt[this.#next] = nowMs;
    this.#next = (this.#next + 1) % this.max;
    return 0;
  }

  left(nowMs: number): number {
    return this.max - this.#passedAt.filter((passedAt) => this.#countsForMs(passedAt, nowMs) > 0).length;
  }

  fullInMs(nowMs: number): number {
    return this.#countsForMs(this.#passedAt.at(this.#next - 1), nowMs);
  }

  #countsForMs(passedAt: number | undefined, nowMs: number): number {
    return passedAt === undefined ? 0 : Math.max(0, passedAt + this.#windowMs - nowMs);
  }
}
