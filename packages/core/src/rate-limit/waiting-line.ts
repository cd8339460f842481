import { Fifo, type FifoPlace } from './fifo.js';

/** So many of a line ask at the same time at most. */
const mostAtOnce = 16;

/**
 * Who goes before whom. `repetition`: it was let through before and met a limit at the platform, so another one's first
 * request would only be the next to meet it. `moved`: it stood in another line before.
 */
export type Seniority = 'repetition' | 'moved' | 'fresh';

/**
 * Calls of one group that wait before the same door, by seniority and in the order of their coming.
 *
 * The first few ask at once, since one after the other a round trip to the store would bound the pace: one, then two, four,
 * up to sixteen, as long as all are let through. After a refusal it is one again, and behind a limit that said what it has
 * left no more than that.
 */
export class WaitingLine<Waiter> {
  readonly group: string;
  /** The higher one goes first where several groups wait before the same door. */
  readonly priority: number;
  readonly #bySeniority: Readonly<Record<Seniority, Fifo<Waiter>>> = {
    repetition: new Fifo<Waiter>(),
    moved: new Fifo<Waiter>(),
    fresh: new Fifo<Waiter>(),
  };
  #width = 1;
  #isWoken = false;
  /** Some of it are asking. */
  isTrying = false;

  constructor(group: string, priority: number) {
    this.group = group;
    this.priority = priority;
  }

  get size(): number {
    const { repetition, moved, fresh } = this.#bySeniority;
    return repetition.size + moved.size + fresh.size;
  }

  /** Everybody, in the order in which they will be tried. */
  waiting(): Waiter[] {
    return this.#firstOnes(this.size);
  }

  join(waiter: Waiter, seniority: Seniority): FifoPlace {
    return this.#bySeniority[seniority].push(waiter);
  }

  /** As many as are worth a try now. They stay in line meanwhile. */
  nextOnes(): readonly Waiter[] {
    return this.#firstOnes(this.#width);
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

  #firstOnes(count: number): Waiter[] {
    const { repetition, moved, fresh } = this.#bySeniority;
    const first = repetition.firstOnes(count);
    if (first.length < count) first.push(...moved.firstOnes(count - first.length));
    if (first.length < count) first.push(...fresh.firstOnes(count - first.length));
    return first;
  }
}
