import type { Clock } from '../clock/clock.js';
import type { TokenError } from '../errors/errors.js';
import { GrowingDelay } from './growing-delay.js';

/** Remembers the last failed fetch for a while, in which nobody of this process asks the platform again. */
export class FailureMemory {
  #failure: { readonly error: TokenError; readonly untilMs: number } | undefined;
  readonly #coolDown = new GrowingDelay(200, 5_000);
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param forMs how long it lasts; left out: a short cool-down that doubles from failure to failure */
  note(error: TokenError, forMs = this.#coolDown.next()): void {
    this.#failure = { error, untilMs: this.#clock.monotonic() + forMs };
  }

  clear(): void {
    this.#failure = undefined;
    this.#coolDown.reset();
  }

  current(): TokenError | undefined {
    if (this.#failure === undefined || this.#failure.untilMs <= this.#clock.monotonic()) return undefined;
    return this.#failure.error;
  }
}
