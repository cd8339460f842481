import { Alarm } from '../../clock/alarm.js';
import type { Clock } from '../../clock/clock.js';

/** Wakes one waiter: when something has changed, or at the earliest of the moments that were named. */
export class Wake {
  readonly #alarm: Alarm;
  #wake: (() => void) | undefined;
  #isCalled = false;

  constructor(clock: Clock) {
    this.#alarm = new Alarm(clock, () => this.call());
  }

  call(): void {
    this.#isCalled = true;
    this.#wake?.();
  }

  /** @param atMs monotonic */
  callAt(atMs: number): void {
    this.#alarm.setTo(atMs);
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
    this.#alarm.turnOff();
  }
}
