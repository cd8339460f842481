import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock.js';
import { isWechatErrorOf } from '../../errors/errors.js';
import type { LimitStore } from '../limit-store.js';
import type { AloneCount } from './alone-count.js';
import type { Alone } from './contact.js';
import type { DataMark } from './data-mark.js';

/** While the shared store is gone it is tried this often; nobody else waits for a time-out. */
export const retryStoreMs = 1000;
/** So many rules at a time are told to a store that is back. */
const rulesAtOnce = 50;

export interface StoreReturnOptions {
  readonly account: string;
  readonly store: Pick<LimitStore, 'admit'>;
  readonly clock: Clock;
  readonly mark: DataMark;
}

/** Looks for a store that is gone, and tells it what passed meanwhile. */
export class StoreReturn {
  readonly #options: StoreReturnOptions;
  readonly #closing = new AbortController();

  constructor(options: StoreReturnOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the store is back, with whether it still has its data; `undefined` where `close` came first. In the
   * background, so that whoever waits goes on as soon as it is back, and no process is kept alive by it.
   */
  async wait(alone: Alone): Promise<boolean | undefined> {
    while (await this.#rest()) {
      try {
        const isDataKept = await this.#options.mark.isThere();
        await this.tell(alone.count);
        return isDataKept;
      } catch (error) {
        if (isWechatErrorOf(error, 'STORE_UNAVAILABLE')) alone.error = error;
      }
    }
    return undefined;
  }

  /**
   * Adds what was taken alone of long windows and days to the count of all; of short ones it is soon forgotten.
   *
   * @throws {StoreUnavailableError} where it is gone again; then it is told the next time
   */
  async tell(count: AloneCount): Promise<void> {
    const { account, store } = this.#options;
    const taken = [...count.takeLong()];
    while (taken.length > 0) {
      const rules = taken.slice(0, rulesAtOnce);
      const request = { account, admissionId: `alone-${randomUUID()}`, rules, barriers: [], inFlightMs: 0 };
      await store.admit({ ...request, enforce: false }).catch((error: unknown) => {
        count.giveBack(taken);
        throw error;
      });
      taken.splice(0, rules.length);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  /** Answers `false` once it is closed. */
  #rest(): Promise<boolean> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    const sleep = clock.idle?.(retryStoreMs, signal) ?? clock.sleep(retryStoreMs, signal);
    return sleep.then(
      () => true,
      () => false,
    );
  }
}
