import type { Clock } from '../clock/clock.js';
import type { Door } from './door.js';
import { Fifo, type FifoPlace } from './fifo.js';

/**
 * Calls of one process that wait before the same door, in the order of their coming. However long it is, it has one
 * timer, and only the first in line tries the door.
 */
export class WaitingLine<Waiter> {
  readonly door: Door;
  readonly #fresh = new Fifo<Waiter>();
  /** Those who stood in another line before: they have waited already and go first, in their order. */
  readonly #returning = new Fifo<Waiter>();
  #alarm: AbortController | undefined;
  #isWoken = false;

  constructor(door: Door) {
    this.door = door;
  }

  get first(): Waiter | undefined {
    return this.#returning.first ?? this.#fresh.first;
  }

  get size(): number {
    return this.#returning.size + this.#fresh.size;
  }

  join(waiter: Waiter, isReturning: boolean): FifoPlace {
    return (isReturning ? this.#returning : this.#fresh).push(waiter);
  }

  /** Shortest time that one who joins now will stand here. */
  waitMs(nowMs: number): number {
    return this.door.waitMs(nowMs) + this.door.queueMs(this.size);
  }

  /** Sleeps until the door is due, or until `wake`. Answers at once where it was woken since the last pause. */
  async pause(clock: Clock, delayMs: number): Promise<void> {
    if (this.#isWoken) return;
    const alarm = new AbortController();
    this.#alarm = alarm;
    // Rounded up: a rest too small for the clock's resolution would be slept over and over.
    await clock.sleep(Math.ceil(delayMs), alarm.signal).catch(() => undefined);
    this.#alarm = undefined;
  }

  /** Something happened that makes a try worthwhile before the door is due. */
  wake(): void {
    this.#isWoken = true;
    this.#alarm?.abort();
  }

  /** Whether somebody called `wake` since this was asked last. */
  takeWake(): boolean {
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    return isWoken;
  }
}
