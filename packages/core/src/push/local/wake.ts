import type { Clock } from '../../clock/clock.js';

/** Wakes one waiter: when something has changed, or at the earliest of the moments that were named. */
export class Wake {
  readonly #clock: Clock;
  #wake: (() => void) | undefined;
  #isCalled = false;
  #alarmAtMs = Number.POSITIVE_INFINITY;
  #alarm: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  call(): void {
    this.#isCalled = true;
    this.#wake?.();
  }

  /** @param atMs monotonic */
  callAt(atMs: number): void {
    if (atMs >= this.#alarmAtMs) return;
    this.#alarm?.abort();
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#alarmAtMs = atMs;
    // A whole millisecond at least: a part of one may be lost in the sum, and the moment would never come.
    const delayMs = Math.max(1, Math.ceil(atMs - this.#clock.monotonic()));
    this.#clock.sleep(delayMs, alarm.signal).then(
      () => {
        this.#alarmAtMs = Number.POSITIVE_INFINITY;
        this.call();
      },
      () => undefined,
    );
  }

  /** Resolves with the next call, at once where there was one since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isCalled) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    this.#isCalled = false;
  }

  close(): void {
    this.#alarm?.abort();
  }
}
