import type { Clock } from '../../clock/clock.js';
import type { AnyWechatError } from '../../errors/errors.js';

/** Even where room is promised at once, so that nobody asks in a circle. */
const shortestMs = 50;

/**
 * What holds the whole push up: a limit that all its messages share, an open circuit, or a store that is away.
 * Those that stand in line for it already go on; each of them that goes out lets another one in, so that the line
 * stays as long as it was.
 */
export class HeldUp {
  readonly #clock: Clock;
  #untilMs = 0;
  #error: AnyWechatError | undefined;
  #freePlaces = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The earliest word counts: what waits longer hears so again. */
  add(error: AnyWechatError, retryAfterMs: number): void {
    const untilMs = this.#clock.monotonic() + Math.max(shortestMs, retryAfterMs);
    if (this.isOn) this.#untilMs = Math.min(this.#untilMs, untilMs);
    else [this.#untilMs, this.#freePlaces] = [untilMs, 0];
    this.#error = error;
  }

  /** One of those in line has gone out. */
  wentOut(): void {
    if (this.isOn) this.#freePlaces += 1;
  }

  get isOn(): boolean {
    return this.#clock.monotonic() < this.#untilMs;
  }

  get mayBegin(): boolean {
    return !this.isOn || this.#freePlaces > 0;
  }

  /** One begins. */
  takePlace(): void {
    if (this.#freePlaces > 0) this.#freePlaces -= 1;
  }

  /** Monotonic. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** What holds up, and until when; `undefined` where nothing does. */
  get reason(): string | undefined {
    if (!this.isOn || this.#error === undefined) return undefined;
    const until = new Date(this.#clock.now() + this.#untilMs - this.#clock.monotonic());
    return `${this.#error.message}; tried again at ${until.toISOString()}`;
  }
}
