import type { Clock } from '../../clock/clock.js';

const shortestMs = 1000;
const longestMs = 10_000;
/** A reason of our own spares the DOMException that abort() would make. */
const woken = 'woken';

/** How long the queue rests between two looks: a second while there is work, longer and longer where there is none. */
export class QueueRest {
  readonly #clock: Clock;
  #intervalMs = shortestMs;
  /** Steady moment of the earliest message that is known to come due. */
  #dueAt = Number.POSITIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #wake: AbortController | undefined;
  #isEnded = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  foundWork(found: boolean): void {
    this.#intervalMs = found ? shortestMs : Math.min(longestMs, this.#intervalMs * 2);
  }

  /** Keeps no process alive. Between three and five quarters of the interval, unless `ms` says otherwise. */
  async take(ms = this.#intervalMs * (0.75 + Math.random() / 2)): Promise<void> {
    if (this.#dueAt <= this.#lookedAt) this.#dueAt = Number.POSITIVE_INFINITY;
    if (!this.#isEnded) await this.#sleep(Math.min(ms, this.#dueAt - this.#clock.monotonic()));
    this.#isEnded = false;
    this.#lookedAt = this.#clock.monotonic();
  }

  /** Something comes due: the rest lasts until then at most. */
  atMost(dueInMs: number): void {
    const dueAt = this.#clock.monotonic() + dueInMs;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    // Not later than planned before; where it is sooner, the rest begins anew.
    this.end();
  }

  async #sleep(ms: number): Promise<void> {
    this.#wake = new AbortController();
    const { signal } = this.#wake;
    await (this.#clock.idle?.(ms, signal) ?? this.#clock.sleep(ms, signal)).catch(() => undefined);
    this.#wake = undefined;
  }

  /** Ends this rest, or the next one where none is on. */
  end(): void {
    this.#isEnded = true;
    this.#wake?.abort(woken);
  }
}
