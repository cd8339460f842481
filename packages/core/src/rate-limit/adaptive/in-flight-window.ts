import type { InFlightBounds } from '../adaptive-options.js';
import type { Door } from '../door.js';
import { placePollMs } from '../limit-store.js';

/** Full rounds that end well before the window comes back to a number that was too many; times four after each refusal. */
const firstPatience = 4;
const mostPatience = 256;

/**
 * How many calls of one endpoint and group this process has under way at most.
 *
 * It grows by one with every full round of calls that ended well, but only while it was what bound them. Each limit answer
 * takes half a place away: a round that meets the limit as a whole halves the window, as in TCP, and one stray refusal
 * among many answers hardly moves it.
 *
 * Where the platform said that too many were under way at the same time, the window stays below that number for longer each
 * time it comes back to it: a number that is fixed is found once, and then hardly knocked at any more.
 */
export class InFlightWindow implements Door {
  readonly by = 'limit';
  readonly scope = 'endpoint';
  readonly isOwn = true;
  readonly key: string;
  readonly endpoint: string;
  #bounds: InFlightBounds;
  #size: number;
  #factor: number;
  #underWay = 0;
  /** Those under way that met a limit: their end is no success. */
  #limited = 0;
  #successes = 0;
  #wasFull = false;
  /** That many at the same time were too many, as the platform said. */
  #tooMany = Number.POSITIVE_INFINITY;
  /** Full rounds that ended well since it grew or met a limit. */
  #goodRounds = 0;
  #patience = firstPatience;
  #isTrying = false;

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
  enter(): void {
    this.#underWay += 1;
    if (this.isFull) this.#wasFull = true;
  }

  /** The call never left. */
  cancel(): void {
    this.#underWay -= 1;
  }

  /** The call has ended; if it met a limit, the window was told before. */
  leave(mayGrow: boolean): void {
    this.#underWay -= 1;
    if (this.#limited > 0) this.#limited -= 1;
    else this.#succeeded(mayGrow);
  }

  /**
   * A call under way has met a limit. Answers whether fewer may be under way from now on.
   *
   * @param ofConcurrency the answer was about calls at the same time, not about calls in a stretch of time
   */
  meetLimit(ofConcurrency = false): boolean {
    const before = this.concurrency;
    if (ofConcurrency) this.#wereTooMany(before);
    this.#goodRounds = 0;
    this.#limited = Math.min(this.#limited + 1, this.#underWay);
    this.#size = Math.max(this.#bounds.least, this.#size - 0.5);
    this.#beginRound();
    return this.concurrency < before;
  }

  #succeeded(mayGrow: boolean): void {
    this.#successes += 1;
    if (this.#successes < this.concurrency) return;
    if (mayGrow && this.#wasFull && this.#factor === 1) this.#grow();
    this.#beginRound();
  }

  #grow(): void {
    const larger = Math.min(this.#size + 1, this.#bounds.most);
    this.#goodRounds += 1;
    if (this.#isTrying) this.#forgetTooMany();
    this.#isTrying = larger >= this.#tooMany;
    if (this.#isTrying && this.#goodRounds < this.#patience) {
      this.#isTrying = false;
      return;
    }
    this.#size = larger;
    this.#goodRounds = 0;
  }

  #wereTooMany(concurrency: number): void {
    this.#tooMany = concurrency;
    if (this.#isTrying) this.#patience = Math.min(this.#patience * 4, mostPatience);
    this.#isTrying = false;
  }

  /** A whole round of that many ended well. */
  #forgetTooMany(): void {
    this.#tooMany = Number.POSITIVE_INFINITY;
    this.#patience = firstPatience;
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
