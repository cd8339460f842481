import type { Clock } from '../clock/clock.js';
import { isWechatErrorOf } from '../errors/errors.js';
import type { AttemptFate, SendLease, SendStore, SettleRequest } from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';

const firstDelayMs = 200;
const longestDelayMs = 10_000;
/** After this long others have taken the record over or called it unknown. */
const giveUpAfterMs = 600_000;

/**
 * Writes ends into the store. What the platform said is true even where the store cannot be told right now: the caller
 * gets it, and the store is told as soon as it can be reached.
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
  }

  async settle(request: SettleRequest): Promise<void> {
    try {
      await this.#store.settle(request);
    } catch (error) {
      this.#tell('settle', error);
      this.#tellLater(request);
    }
  }

  /** A release that fails costs no more than waiting for the lease to end. */
  async release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    await this.#store.release(lease, fate).catch((error: unknown) => this.#tell('release', error));
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

  #tellLater(request: SettleRequest): void {
    const work = this.#keepTelling(request).finally(() => this.#late.delete(work));
    this.#late.add(work);
  }

  async #keepTelling(request: SettleRequest): Promise<void> {
    const startedAt = this.#clock.monotonic();
    let delayMs = firstDelayMs;
    while (this.#clock.monotonic() - startedAt < giveUpAfterMs) {
      const slept = await this.#clock.sleep(delayMs, this.#closing.signal).then(
        () => true,
        () => false,
      );
      if (!slept) return;
      if (await this.#told(request)) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  }

  #told(request: SettleRequest): Promise<boolean> {
    return this.#store.settle(request).then(
      () => true,
      () => false,
    );
  }

  #tell(operation: string, error: unknown): void {
    if (!isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
    this.#telemetry.emit({ type: 'store.trouble', store: 'send', operation, message: error.message });
  }
}
