import type { TimeSource } from './simulator-clock.js';

/** How often the clock is looked at while something waits: it may stand still, run fast, or be moved by hand. */
const LOOK_EVERY_MS = 5;

interface Waiting {
  readonly dueMs: number;
  readonly act: () => void;
}

/** Does things when the simulated time has come. */
export class Schedule {
  readonly #clock: TimeSource;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: TimeSource) {
    this.#clock = clock;
  }

  /** @param afterMs simulated milliseconds; 0 is at once */
  after(afterMs: number, act: () => void): void {
    if (afterMs <= 0) {
      act();
      return;
    }
    this.#waiting.push({ dueMs: this.#clock.now() + afterMs, act });
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Does at once what waits. */
  flush(): void {
    const waiting = this.#waiting;
    this.#stop();
    for (const { act } of waiting) act();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #look(): void {
    const now = this.#clock.now();
    const due = this.#waiting.filter(({ dueMs }) => dueMs <= now).sort((a, b) => a.dueMs - b.dueMs);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ dueMs }) => dueMs > now);
    if (this.#waiting.length === 0) this.#stop();
    for (const { act } of due) act();
  }
}
