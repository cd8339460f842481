import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock/clock.js';
import { redactText } from '../errors/redact.js';
import type { AttemptFate, SendLease, SendStore, SettleRequest } from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';

const firstDelayMs = 200;
const longestDelayMs = 10_000;
/** After this long others have taken the record over or called it unknown. */
const giveUpAfterMs = 600_000;

/**
 * Writes ends into the store. What the platform said is true even where the store cannot be told right now: the caller
 * gets it, and the store is told as soon as it can be reached. Both steps change nothing when they are repeated.
 */
export class Settler {
  readonly #store: SendStore;
  readonly #clock: Clock;
  readonly #telemetry: Telemetry;
  readonly #late = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(store: SendStore, clock: Clock, telemetry: Telemetry) {
    this.#store = store;
    this.#clock = clock;
    this.#telemetry = telemetry;
    // Each late settlement listens; Node would take more than ten for a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  settle(request: SettleRequest): Promise<void> {
    return this.#tellNowOrLater('settle', () => this.#store.settle(request));
  }

  /** Until it arrives, the lease keeps others out, and the record says that the message may have left. */
  release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    return this.#tellNowOrLater('release', () => this.#store.release(lease, fate));
  }

  /** Gives a message back that the store alone has. Until it arrives, it is as with `release`. */
  defer(lease: SendLease, dueInMs: number, fate: AttemptFate): Promise<void> {
    return this.#tellNowOrLater('defer', () => this.#store.defer(lease, dueInMs, fate));
  }

  /** Gives late settlements `graceMs` to arrive. */
  async close(graceMs: number): Promise<void> {
    if (this.#late.size > 0) {
      await Promise.race([
        Promise.all(this.#late),
        this.#clock.sleep(graceMs, this.#closing.signal).catch(() => undefined),
      ]);
    }
    this.#closing.abort();
  }

  /** Whatever a store throws, also one of the user's own: the end is the platform's word, and no error of the store's. */
  async #tellNowOrLater(operation: string, tell: () => Promise<unknown>): Promise<void> {
    try {
      await tell();
    } catch (error) {
      this.#reportTrouble(operation, error);
      const work = this.#keepTelling(tell).finally(() => this.#late.delete(work));
      this.#late.add(work);
    }
  }

  async #keepTelling(tell: () => Promise<unknown>): Promise<void> {
    const startedAt = this.#clock.monotonic();
    let delayMs = firstDelayMs;
    while (this.#clock.monotonic() - startedAt < giveUpAfterMs) {
      if (!(await succeeds(() => this.#clock.sleep(delayMs, this.#closing.signal)))) return;
      if (await succeeds(tell)) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  }

  #reportTrouble(operation: string, error: unknown): void {
    const message = error instanceof Error ? redactText(error.message) : 'no reason given';
    this.#telemetry.emit({ type: 'store.trouble', store: 'send', operation, message });
  }
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
