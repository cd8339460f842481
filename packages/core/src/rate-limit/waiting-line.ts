import { Fifo, type FifoPlace } from './fifo.js';

/** So many of a line ask at the same time at most. */
const mostAtOnce = 16;

/**
 * Calls of one group that wait before the same door, in the order of their coming.
 *
 * The first few ask at once, since one after the other a round trip to the store would bound the pace: one, then two, four,
 * up to sixteen, as long as all are let through. After a refusal it is one again, and behind a limit that said what it has
 * left no more than that.
 */
export class WaitingLine<Waiter> {
  readonly group: string;
  /** The higher one goes first where several groups wait before the same door. */
  readonly priority: number;
  readonly #fresh = new Fifo<Waiter>();
  /** Those who stood in another line before, or met a limit at the platform: they have waited already and go first. */
  readonly #returning = new Fifo<Waiter>();
  #width = 1;
  #isWoken = false;
  /** Some of it are asking. */
  isTrying = false;

  constructor(group: string, priority: number) {
    this.group = group;
    this.priority = priority;
  }

  get size(): number {
    return this.#returning.size + this.#fresh.size;
  }

  waiting(): Waiter[] {
    return [...this.#returning.firstOnes(this.size), ...this.#fresh.firstOnes(this.size)];
  }

  join(waiter: Waiter, isReturning: boolean): FifoPlace {
    return (isReturning ? this.#returning : this.#fresh).push(waiter);
  }

  /** As many as are worth a try now. They stay in line meanwhile. */
  nextOnes(): readonly Waiter[] {
    const returning = this.#returning.firstOnes(this.#width);
    const free = this.#width - returning.length;
    return free === 0 ? returning : [...returning, ...this.#fresh.firstOnes(free)];
  }

  /** @param left what the limit that they wait for has left; `undefined` where it does not say */
  letThrough(left: number | undefined): void {
    this.#width = Math.max(1, Math.min(this.#width + 1, mostAtOnce, left ?? mostAtOnce));
  }

  refused(): void {
    this.#width = 1;
  }

  /** Something happened that makes a try worthwhile before the door is due. */
  wake(): void {
    this.#isWoken = true;
  }

  /** Whether somebody called `wake` since this was asked last. */
  takeWake(): boolean {
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    return isWoken;
  }
}
