import type { Clock } from '../clock/clock.js';

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is told to advance: tests of waits then take no time and never flicker. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #startMs: number;
  readonly #sleepers = new Set<Sleeper>();

  /** @param startMs epoch milliseconds; the default is 2026-01-01T00:00:00Z */
  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs - this.#startMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        if (this.#sleepers.delete(sleeper)) reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { wakesAt: this.#nowMs + Math.max(0, delayMs), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** How many sleeps have not ended yet. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /**
   * Moves on by `durationMs`, waking each sleeper at its own moment, in order. What a sleeper does when it wakes gets
   * its turn before the next one wakes, so that a chain of sleeps runs as it would in real time.
   */
  async advance(durationMs: number): Promise<void> {
    const target = this.#nowMs + durationMs;
    await settle();
    for (let next = this.#nextUntil(target); next !== undefined; next = this.#nextUntil(target)) {
      this.#sleepers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.wakesAt);
      next.wake();
      await settle();
    }
    this.#nowMs = target;
  }

  #nextUntil(target: number): Sleeper | undefined {
    let earliest: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (sleeper.wakesAt <= target && (earliest === undefined || sleeper.wakesAt < earliest.wakesAt)) {
        earliest = sleeper;
      }
    }
    return earliest;
  }
}

/** Lets everything run that is ready to run, promise chains and immediates alike. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
