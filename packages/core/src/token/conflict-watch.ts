import type { Clock } from '../clock/clock.js';

/** Notices that tokens are turned down before their time, again and again: somebody else fetches for the same account. */
export class ConflictWatch {
  #early: readonly { readonly value: string; readonly atMs: number }[] = [];
  #warnedAtMs = Number.NEGATIVE_INFINITY;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes one early rejection. Answers whether it is time to warn: the second within a lifetime, once per lifetime. */
  note(value: string, lifetimeMs: number): boolean {
    const nowMs = this.#clock.monotonic();
    this.#early = this.#early.filter((seen) => nowMs - seen.atMs < lifetimeMs && seen.value !== value);
    this.#early = [...this.#early, { value, atMs: nowMs }].slice(-2);
    if (this.#early.length < 2 || nowMs - this.#warnedAtMs < lifetimeMs) return false;
    this.#warnedAtMs = nowMs;
    return true;
  }
}
