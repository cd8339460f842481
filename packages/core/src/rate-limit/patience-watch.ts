import { Alarm } from '../clock/alarm.js';
import type { Clock } from '../clock/clock.js';

/** Those whose patience ends within so many milliseconds are looked through together. */
const bucketMs = 64;

interface Patient {
  /** Steady moment. */
  readonly patientUntil: number;
}

/** Tells of each of many waits when its time is up, with one timer for all: nearly all of them end before. */
export class PatienceWatch<Waiter extends Patient> {
  readonly #clock: Clock;
  readonly #onEnd: (waiter: Waiter) => void;
  readonly #buckets = new Map<number, Set<Waiter>>();
  readonly #alarm: Alarm;

  /** @param onEnd must make the waiter leave, or it is told again */
  constructor(clock: Clock, onEnd: (waiter: Waiter) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#alarm = new Alarm(clock, () => this.#endDue());
  }

  enter(waiter: Waiter): void {
    const key = bucketOf(waiter.patientUntil);
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, new Set([waiter]));
    else bucket.add(waiter);
    this.#alarm.setTo(waiter.patientUntil);
  }

  leave(waiter: Waiter): void {
    const key = bucketOf(waiter.patientUntil);
    const bucket = this.#buckets.get(key);
    if (bucket?.delete(waiter) !== true || bucket.size > 0) return;
    this.#buckets.delete(key);
    if (this.#buckets.size === 0) this.#alarm.turnOff();
  }

  #endDue(): void {
    const now = this.#clock.monotonic();
    for (const waiter of this.#until(bucketOf(now))) if (waiter.patientUntil <= now) this.#onEnd(waiter);
    const next = this.#earliest();
    if (next !== undefined) this.#alarm.setTo(next);
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
