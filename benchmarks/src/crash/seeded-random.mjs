/** Numbers that look random and are the same for the same seed (mulberry32). */
export class SeededRandom {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but without, 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low, high) {
    return low + this.next() * (high - low);
  }

  /** A whole number below `count`. */
  below(count) {
    return Math.floor(this.next() * count);
  }
}
