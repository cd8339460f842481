import type { Clock } from '../clock/clock.js';

/** Those whose patience ends within so many milliseconds are looked through together. */
const bucketMs = 64;

/** A reason of our own spares the DOMException, stack and all, that abort() would make. */
const notNeeded = 'not needed';

interface Patient {
  /** Steady moment. */
  readonly patientUntil: number;
}

/** Tells of each of many waits when its time is up, with one timer for all: nearly all of them end before. */
export class PatienceWatch<Waiter extends Patient> {
  readonly #clock: Clock;
  readonly #onEnd: (waiter: Waiter) => void;
  readonly #buckets = new Map<number, Set<Waiter>>();
  #sleep: { readonly until: number; readonly over: AbortController } | undefined;

  /** @param onEnd must make the waiter leave, or it is told again */
  constructor(clock: Clock, onEnd: (waiter: Waiter) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  enter(waiter: Waiter): void {
    const key = bucketOf(waiter.patientUntil);
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, new Set([waiter]));
    else bucket.add(waiter);
    if (this.#sleep === undefined || waiter.patientUntil < this.#sleep.until)
      this.#sleepUntil(waiter.patientUntil);
  }

  leave(waiter: Waiter): void {
    const key = bucketOf(waiter.patientUntil);
    const bucket = this.#buckets.get(key);
    if (bucket?.delete(waiter) !== true || bucket.size > 0) return;
    this.#buckets.delete(key);
    if (this.#buckets.size === 0) this.#wakeNoMore();
  }

  #sleepUntil(until: number): void {
    this.#wakeNoMore();
    const over = new AbortController();
    this.#sleep = { until, over };
    // Rounded up: a rest too small for the clock's resolution would be slept over and over.
    const delayMs = Math.ceil(until - this.#clock.monotonic());
    this.#clock.sleep(delayMs, over.signal).then(
      () => this.#wake(over),
      () => {},
    );
  }

  #wakeNoMore(): void {
    this.#sleep?.over.abort(notNeeded);
    this.#sleep = undefined;
  }

  #wake(over: AbortController): void {
    if (this.#sleep?.over !== over) return;
    this.#sleep = undefined;
    const now = this.#clock.monotonic();
    for (const waiter of this.#until(bucketOf(now))) if (waiter.patientUntil <= now) this.#onEnd(waiter);
    const next = this.#earliest();
    if (next !== undefined && this.#sleep === undefined) this.#sleepUntil(next);
  }

  #until(lastKey: number): Waiter[] {
    const waiters: Waiter[] = [];
    for (const [key, bucket] of this.#buckets) {
      if (key <= lastKey) for (const waiter of bucket) waiters.push(waiter);
    }
    return waiters;
  }

  /** Of a bucket whose time has come only the beginning is known to be over, so all of it is looked at. */
  #earliest(): number | undefined {
    if (this.#buckets.size === 0) return undefined;
    let firstKey = Number.POSITIVE_INFINITY;
    for (const key of this.#buckets.keys()) firstKey = Math.min(firstKey, key);
    const first = this.#buckets.get(firstKey);
    let earliest = Number.POSITIVE_INFINITY;
    for (const { patientUntil } of first ?? []) earliest = Math.min(earliest, patientUntil);
    return earliest;
  }
}

function bucketOf(moment: number): number {
  return Math.floor(moment / bucketMs);
}
