import type { Clock } from './clock.js';

/** A reason of our own spares the DOMException, stack and all, that abort() would make. */
const off = 'off';

/** One timer that rings at the earliest of the moments that it was set to. */
export class Alarm {
  readonly #clock: Clock;
  readonly #onRing: () => void;
  #set: { readonly atMs: number; readonly over: AbortController } | undefined;

  constructor(clock: Clock, onRing: () => void) {
    this.#clock = clock;
    this.#onRing = onRing;
  }

  /** Rings then, unless it is set to ring before. @param atMs monotonic */
  setTo(atMs: number): void {
    if (this.#set !== undefined && this.#set.atMs <= atMs) return;
    this.turnOff();
    const set = { atMs, over: new AbortController() };
    this.#set = set;
    // A whole millisecond at least: a part of one may be lost in the sum, and the moment would never come.
    const delayMs = Math.max(1, Math.ceil(atMs - this.#clock.monotonic()));
    this.#clock.sleep(delayMs, set.over.signal).then(
      () => this.#ring(set),
      () => undefined,
    );
  }

  turnOff(): void {
    this.#set?.over.abort(off);
    this.#set = undefined;
  }

  /** It may have been turned off, or set to another moment, while its timer was ending. */
  #ring(set: object): void {
    if (this.#set !== set) return;
    this.#set = undefined;
    this.#onRing();
  }
}
