import type { Clock } from '../../clock/clock.js';
import type { PushPhase } from '../push-run.js';

/** Why no message of a push begins in this process at the moment. */
export type Standstill =
  | { readonly type: 'closing' | 'paused' | 'cancelled' | 'expired' }
  /** A limit or an outage. */
  | { readonly type: 'shut'; readonly forMs: number; readonly reason: string };

/** Messages under way at first, before anything is known of the pace. */
const firstUnderWay = 8;
/**
 * How long a message should take with its wait in line. Longer lines bring no more through, and who stands in line cannot be
 * paused, put off or handed to another worker.
 */
const aimMs = 700;

/**
 * What the chunks of one push share in one process: how many messages are under way, and whether any may begin. A chunk
 * alone has all the room, so the last one of a push is as quick as the others.
 */
export class PushLane {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #room: number;
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

  /** A message has ended that began so long ago: the line is too long, or could be longer. */
  took(ms: number): void {
    const step = ms < aimMs ? 0.5 : -0.5;
    this.#room = Math.min(this.#most, Math.max(1, this.#room + step));
  }

  shutFor(ms: number, reason: string): void {
    const until = this.#clock.monotonic() + ms;
    if (until > this.#shut.until) this.#shut = { until, reason };
    this.#wake();
  }

  isNow(phase: PushPhase): void {
    this.#phase = phase;
    this.#wake();
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
