import type { Meter } from './meter.js';

/** So many from one multiple of the window's length to the next, as in clock minutes. */
export class FixedWindow implements Meter {
  readonly max: number;
  readonly #windowMs: number;
  #window = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.#windowMs = windowMs;
  }

  take(nowMs: number): number {
    if (this.left(nowMs) === 0) return this.fullInMs(nowMs);
    this.#used += 1;
    return 0;
  }

  left(nowMs: number): number {
    this.#moveOn(nowMs);
    return this.max - this.#used;
  }

  fullInMs(nowMs: number): number {
    this.#moveOn(nowMs);
    return this.#used === 0 ? 0 : (this.#window + 1) * this.#windowMs - nowMs;
  }

  #moveOn(nowMs: number): void {
    const window = Math.floor(nowMs / this.#windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#used = 0;
  }
}
