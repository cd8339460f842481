import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock.js';
import type { LimitStore } from '../limit-store.js';

const lifetimeMs = 86_400_000;
const renewedAfterMs = lifetimeMs / 2;

/** A mark of this process in the shared store. A store that came back without it has forgotten what it counted. */
export class DataMark {
  readonly #store: Pick<LimitStore, 'takeTurn'>;
  readonly #account: string;
  readonly #clock: Clock;
  readonly #name = `data-mark:${randomUUID()}`;
  #generation = 0;
  #leftAt = Number.NEGATIVE_INFINITY;

  constructor(store: Pick<LimitStore, 'takeTurn'>, account: string, clock: Clock) {
    this.#store = store;
    this.#account = account;
    this.#clock = clock;
  }

  /** Called with every answer of the store; leaves a mark now and then, in the background. */
  keepUp(): void {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#leftAt < renewedAfterMs) return;
    const before = this.#leftAt;
    this.#leftAt = nowMs;
    this.#generation += 1;
    // Without a mark, the store counts as having forgotten: stricter than need be.
    this.#ask().catch(() => {
      this.#leftAt = before;
    });
  }

  /**
   * Whether the store still has what it had when the mark was left. `false` where none was.
   *
   * @throws {StoreUnavailableError} where the store still cannot be reached
   */
  async isThere(): Promise<boolean> {
    const wasLeft = this.#leftAt !== Number.NEGATIVE_INFINITY;
    const isFresh = await this.#ask();
    this.#leftAt = this.#clock.monotonic();
    return wasLeft && !isFresh;
  }

  #ask(): Promise<boolean> {
    return this.#store.takeTurn(this.#account, `${this.#name}:${this.#generation}`, lifetimeMs);
  }
}
