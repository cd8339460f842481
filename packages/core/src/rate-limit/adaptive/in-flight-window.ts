import type { InFlightBounds } from '../adaptive-options.js';
import type { Door } from '../door.js';
import { placePollMs } from '../limit-store.js';

/** Which round a call was let in by; tells calls from before a halving from those after it. */
export type Round = number;

/**
 * How many calls of one endpoint and group this process has under way at most.
 *
 * As in TCP: it grows by one with every full round of calls that ended well, but only while it was what bound them, and
 * halves when the platform says that there were too many. What the calls of before a halving still meet is not held
 * against the window again: they left at the old pace.
 */
export class InFlightWindow implements Door {
  readonly by = 'limit';
  readonly scope = 'endpoint';
  readonly key: string;
  readonly endpoint: string;
  #bounds: InFlightBounds;
  #size: number;
  #factor: number;
  #underWay = 0;
  #round: Round = 0;
  /** Those under way that left before the last halving. */
  #stragglers = 0;
  #successes = 0;
  #wasFull = false;

  constructor(endpoint: string, group: string, bounds: InFlightBounds, factor = 1) {
    this.endpoint = endpoint;
    this.key = `in-flight:${endpoint}#${group}`;
    this.#bounds = bounds;
    this.#size = bounds.start;
    this.#factor = factor;
  }

  /** What holds now, quota use taken into account. */
  get concurrency(): number {
    return Math.max(this.#bounds.least, Math.floor(this.#size * this.#factor));
  }

  get underWay(): number {
    return this.#underWay;
  }

  get isFull(): boolean {
    return this.#underWay >= this.concurrency;
  }

  /** A place comes back when somebody's call ends, which wakes the line; the named time is only worth another look. */
  waitMs(): number {
    return this.isFull ? placePollMs : 0;
  }

  queueMs(): number {
    return 0;
  }

  /** The store has no part in it. */
  forget(): void {}

  /** Also lets calls in that it should not hold up. */
  enter(): Round {
    this.#underWay += 1;
    if (this.isFull) this.#wasFull = true;
    return this.#round;
  }

  /** The call never left. */
  cancel(round: Round): void {
    this.#underWay -= 1;
    if (round !== this.#round) this.#stragglers -= 1;
  }

  /** The call has ended; if it met a limit, the window was told before. */
  leave(round: Round, mayGrow: boolean): void {
    this.cancel(round);
    if (round !== this.#round) return;
    this.#successes += 1;
    if (this.#successes < this.concurrency) return;
    if (mayGrow && this.#wasFull && this.#factor === 1)
      this.#size = Math.min(this.#size + 1, this.#bounds.most);
    this.#beginRound();
  }

  /** Answers whether it halved: at most once until all that were under way at the last time have ended. */
  halve(): boolean {
    this.#successes = 0;
    if (this.#stragglers > 0) return false;
    const before = this.concurrency;
    this.#size = Math.max(this.#bounds.least, Math.floor(this.#size / 2));
    this.#round += 1;
    this.#stragglers = this.#underWay;
    this.#beginRound();
    return this.concurrency < before;
  }

  /** Answers whether that changed anything. */
  setFactor(factor: number): boolean {
    const before = this.concurrency;
    this.#factor = factor;
    return this.concurrency !== before;
  }

  setBounds(bounds: InFlightBounds): void {
    this.#bounds = bounds;
    this.#size = Math.min(bounds.most, Math.max(bounds.least, this.#size));
  }

  #beginRound(): void {
    this.#successes = 0;
    this.#wasFull = this.isFull;
  }
}
