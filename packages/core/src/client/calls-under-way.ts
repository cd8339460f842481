import type { Clock } from '../clock/clock.js';
import { waitAtMost } from '../clock/wait-at-most.js';
import type { Deadline } from '../retry/deadline.js';
import type { Call } from './call.js';

/** Time for calls that closing has aborted to say so to the stores. */
const abortedMs = 1000;

/** What a client has taken on and not ended yet, so that closing can wait for it. */
export class CallsUnderWay {
  readonly #clock: Clock;
  readonly #work = new Set<Promise<unknown>>();
  /** Those of calls included that the client makes for itself, for example for a token. */
  readonly #deadlines = new Set<Deadline>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#work.add(work);
    const forget = () => this.#work.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** A call has begun. Closing ends it by its deadline if it takes too long. */
  begun({ deadline }: Pick<Call, 'deadline'>): void {
    this.#deadlines.add(deadline);
  }

  /** It has ended. Lets go of its deadline. */
  ended({ deadline }: Pick<Call, 'deadline'>): void {
    deadline.dispose();
    this.#deadlines.delete(deadline);
  }

  /** Resolves when nothing is under way any more. What has not ended after `graceMs` is aborted where it waits. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    await this.#untilIdle(graceMs);
    for (const deadline of this.#deadlines) deadline.abort();
    await this.#untilIdle(abortedMs);
  }

  async #untilIdle(longestMs: number): Promise<void> {
    if (this.#work.size === 0) return;
    await waitAtMost(this.#clock, longestMs, Promise.allSettled([...this.#work]));
  }
}
