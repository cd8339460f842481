/**
 * Fences of one process: microseconds of the store's clock, made unique. Taking them from the clock, and not from a
 * counter in the store, keeps them growing also where a record was removed or the store lost its memory.
 */
export class Fences {
  #latest = 0;

  /** A fence above `previous` and above every other that this object gave. */
  next(previous: number, now: number): number {
    this.#latest = Math.max(this.#latest + 1, previous + 1, now * 1000);
    return this.#latest;
  }
}
