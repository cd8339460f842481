import type { Clock } from '../../clock/clock.js';
import type { PushPhase } from '../push-run.js';
import { Quickest } from './quickest.js';

/** Why no message of a push begins in this process at the moment. */
export type Standstill =
  | { readonly type: 'closing' | 'paused' | 'cancelled' | 'expired' }
  /** A limit or an outage. */
  | { readonly type: 'shut'; readonly forMs: number; readonly reason: string };

/** Messages under way at first, before anything is known of the pace. */
const firstUnderWay = 16;
/**
 * Longest time in line that brings more through. Who stands in a longer one cannot be paused, put off or handed to another
 * worker meanwhile.
 */
const longLineMs = 700;
/** One refusal is heard of by many messages at once. */
const halvedEveryMs = 1_000;

/**
 * What the chunks of one push share in one process: how many messages are under way, and whether any may begin. A chunk
 * alone has all the room, so the last one of a push is as quick as the others.
 */
export class PushLane {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  readonly #quickest: Quickest;
  #room: number;
  #halvedAt = Number.NEGATIVE_INFINITY;
  #underWay = 0;
  #shut = { until: 0, reason: '' };
  #expiresAt = Number.POSITIVE_INFINITY;
  #phase: PushPhase = 'running';
  #isClosing = false;
  /** Chunks that use it. */
  users = 0;

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
    this.#quickest = new Quickest(clock);
    this.#room = Math.min(most, firstUnderWay);
  }

  get standstill(): Standstill | undefined {
    if (this.#phase === 'cancelled') return { type: 'cancelled' };
    if (this.#clock.monotonic() >= this.#expiresAt) return { type: 'expired' };
    if (this.#isClosing) return { type: 'closing' };
    if (this.#phase === 'paused') return { type: 'paused' };
    const forMs = this.#shut.until - this.#clock.monotonic();
    return forMs > 0 ? { type: 'shut', forMs, reason: this.#shut.reason } : undefined;
  }

  /** Waits for room. Answers `false` where nothing may begin at the moment. */
  async enter(): Promise<boolean> {
    while (this.standstill === undefined) {
      if (this.#underWay < Math.floor(this.#room)) {
        this.#underWay += 1;
        return true;
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return false;
  }

  leave(): void {
    this.#underWay -= 1;
    this.#wake();
  }

  /** A message has ended that began so long ago. What it took beyond the quickest ones, it stood in line. */
  took(ms: number): void {
    const lineMs = ms - this.#quickest.with(ms);
    const step = lineMs < longLineMs ? 0.5 : -0.5;
    this.#room = Math.min(this.#most, Math.max(1, this.#room + step));
  }

  shutFor(ms: number, reason: string): void {
    const now = this.#clock.monotonic();
    if (now - this.#halvedAt > halvedEveryMs) {
      this.#halvedAt = now;
      this.#room = Math.max(1, this.#room / 2);
    }
    const until = now + ms;
    if (until > this.#shut.until) this.#shut = { until, reason };
    this.#wake();
  }

  isNow(phase: PushPhase): void {
    this.#phase = phase;
    this.#wake();
  }

  /** Until nothing may begin any more; `Infinity` where there is no deadline. */
  get expiresInMs(): number {
    return Math.max(0, this.#expiresAt - this.#clock.monotonic());
  }

  expiresIn(ms: number | undefined): void {
    if (ms !== undefined) this.#expiresAt = this.#clock.monotonic() + ms;
  }

  close(): void {
    this.#isClosing = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }
}
