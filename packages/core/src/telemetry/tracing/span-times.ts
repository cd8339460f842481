/**
 * Moments of one call in epoch milliseconds, on one scale: the host's clock may be set while the call is on its way, and
 * `Date.now` has no fractions, so that a child could begin before its parent.
 */
export class SpanTimes {
  readonly startMs = Date.now();
  readonly #startedAtMs = performance.now();

  now(): number {
    return this.startMs + (performance.now() - this.#startedAtMs);
  }

  /** When something began that ended at `endMs`; never before the call's beginning. */
  startOf(durationMs: number, endMs: number): number {
    return Math.max(this.startMs, endMs - durationMs);
  }
}
