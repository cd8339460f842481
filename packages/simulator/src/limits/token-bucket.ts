import type { Meter } from './meter.js';

/** An even pace, and some at once after a pause. */
export class TokenBucket implements Meter {
  readonly max: number;
  readonly #perMs: number;
  #level: number;
  #filledAt: number | undefined;

  /** @param burst how many may pass at once after a pause */
  constructor(perSecond: number, burst: number) {
    this.max = burst;
    this.#perMs = perSecond / 1_000;
    this.#level = burst;
  }

  take(nowMs: number): number {
    this.#fill(nowMs);
    if (this.#level < 1) return (1 - this.#level) / this.#perMs;
    this.#level -= 1;
    return 0;
  }

  left(nowMs: number): number {
    this.#fill(nowMs);
    return Math.floor(this.#level);
  }

  fullInMs(nowMs: number): number {
    this.#fill(nowMs);
    return (this.max - this.#level) / this.#perMs;
  }

  #fill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - (this.#filledAt ?? nowMs));
    this.#level = Math.min(this.max, this.#level + elapsedMs * this.#perMs);
    this.#filledAt = nowMs;
  }
}
