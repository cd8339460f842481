import type { Clock } from '../clock/clock.js';
import { systemClock } from '../clock/clock.js';
import type { LockAnswer, TokenLock } from './token-store.js';

interface Hold {
  readonly endsAtMs: number;
}

/** Runs one refresh at a time within one process. */
export class MemoryTokenLock implements TokenLock {
  readonly #holds = new Map<string, Hold>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  async tryRun<Result>(
    key: string,
    leaseMs: number,
    work: () => Promise<Result>,
  ): Promise<LockAnswer<Result>> {
    if (this.#remainingMs(key) > 0) return { type: 'held' };
    const hold: Hold = { endsAtMs: this.#clock.monotonic() + leaseMs };
    this.#holds.set(key, hold);
    try {
      return { type: 'done', result: await work() };
    } finally {
      if (this.#holds.get(key) === hold) this.#holds.delete(key);
    }
  }

  async remainingMs(key: string): Promise<number> {
    return this.#remainingMs(key);
  }

  async close(): Promise<void> {
    this.#holds.clear();
  }

  #remainingMs(key: string): number {
    const hold = this.#holds.get(key);
    return hold === undefined ? 0 : Math.max(0, hold.endsAtMs - this.#clock.monotonic());
  }
}
