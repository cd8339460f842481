import type { Clock } from '../../clock/clock.js';
import { isWechatErrorOf, type StoreUnavailableError } from '../../errors/errors.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { AdmitAnswer, AdmitRequest, LimitStore } from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';

/**
 * While the shared store is gone it is tried this often; everybody else is spared the time-out. Whoever may not do without
 * it comes back after as long.
 */
export const retryStoreMs = 1_000;

export interface QuotaCountOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Whether each process may count by itself while the store is gone. */
  readonly mayCountAlone: boolean;
}

export interface AnswerOfStore {
  readonly answer: AdmitAnswer;
  /** Who counted, and so has to hear of the end. */
  readonly store: LimitStore;
}

interface Away {
  readonly type: 'away';
  readonly error: StoreUnavailableError;
}

interface Outage {
  readonly error: StoreUnavailableError;
  nextTryAt: number;
}

/**
 * The shared count of a quota, or this process' own while the shared one is gone.
 *
 * More lenient than what guards the platform's limits: alone, a process begins anew with the whole quota. All together
 * then serve more than it says, for as long as the outage lasts; none of them stops serving.
 */
export class QuotaCount {
  readonly #options: QuotaCountOptions;
  readonly #alone: MemoryLimitStore;
  #outage: Outage | undefined;

  constructor(options: QuotaCountOptions) {
    this.#options = options;
    this.#alone = new MemoryLimitStore(options.clock);
  }

  /** @throws {StoreUnavailableError} where no process may count alone */
  async admit(request: AdmitRequest): Promise<AnswerOfStore> {
    const answer = await this.#admitShared(request);
    if (answer.type !== 'away') return { answer, store: this.#options.store };
    if (!this.#options.mayCountAlone) throw answer.error;
    return { answer: await this.#alone.admit(request), store: this.#alone };
  }

  async close(): Promise<void> {
    await this.#options.store.close();
    await this.#alone.close();
  }

  async #admitShared(request: AdmitRequest): Promise<AdmitAnswer | Away> {
    const resting = this.#restingError();
    if (resting !== undefined) return { type: 'away', error: resting };
    try {
      const answer = await this.#options.store.admit(request);
      this.#outage = undefined;
      return answer;
    } catch (error) {
      if (!isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
      this.#noteOutage(error);
      return { type: 'away', error };
    }
  }

  /** In an outage, one caller per `retryStoreMs` tries the store; the others get the error of the last trial. */
  #restingError(): StoreUnavailableError | undefined {
    const outage = this.#outage;
    if (outage === undefined) return undefined;
    const nowMs = this.#options.clock.monotonic();
    if (nowMs < outage.nextTryAt) return outage.error;
    outage.nextTryAt = nowMs + retryStoreMs;
    return undefined;
  }

  #noteOutage(error: StoreUnavailableError): void {
    const isNew = this.#outage === undefined;
    this.#outage = { error, nextTryAt: this.#options.clock.monotonic() + retryStoreMs };
    if (!isNew) return;
    const { message } = error;
    this.#options.telemetry.emit({ type: 'store.trouble', store: 'limit', operation: 'admit', message });
  }
}
