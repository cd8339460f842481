import type { Clock } from '../clock/clock.js';
import type { EndpointKind } from '../endpoint/endpoint.js';
import { isWechatErrorOf, type StoreUnavailableError } from '../errors/errors.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { LimitOptions } from './limit-options.js';
import type { AdmitAnswer, AdmitRequest, LimitStore } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';

/** While the shared store is gone it is tried this often; everybody else is spared the time-out. */
const retryStoreMs = 1000;

export interface LimitFailoverOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly whenUnavailable: LimitOptions['whenUnavailable'];
}

interface Outage {
  readonly error: StoreUnavailableError;
  nextTryAt: number;
}

type Trial<Result> =
  | { readonly type: 'answered'; readonly result: Result }
  | { readonly type: 'unreachable'; readonly error: StoreUnavailableError };

export interface StoreAnswer {
  readonly answer: AdmitAnswer;
  /** Who counted, and so has to hear of the end. */
  readonly store: LimitStore;
}

/**
 * The shared store, or this process' own memory while the shared one is gone and the policy allows it.
 *
 * Only a store that cannot be reached leads here. A limit that is reached is an answer, and no fallback ever overrules it.
 */
export class LimitFailover {
  readonly #options: LimitFailoverOptions;
  readonly #local: MemoryLimitStore;
  #outage: Outage | undefined;

  constructor(options: LimitFailoverOptions) {
    this.#options = options;
    this.#local = new MemoryLimitStore(options.clock);
  }

  /** @throws {StoreUnavailableError} where calls of this kind may not be counted by one process alone */
  async admit(request: AdmitRequest, kind: EndpointKind): Promise<StoreAnswer> {
    return this.#run(
      'admit',
      async (store) => ({ answer: await store.admit(request), store }),
      (error) => {
        if (!this.#mayCountAlone(kind)) throw error;
      },
    );
  }

  /** Never throws: in an outage the barrier is closed for this process alone. */
  closeBarrier(account: string, key: string, closedForMs: number): Promise<number> {
    return this.#run('closeBarrier', (store) => store.closeBarrier(account, key, closedForMs));
  }

  takeTurn(account: string, key: string, forMs: number): Promise<boolean> {
    return this.#run('takeTurn', (store) => store.takeTurn(account, key, forMs));
  }

  async close(): Promise<void> {
    await this.#options.store.close();
    await this.#local.close();
  }

  #mayCountAlone(kind: EndpointKind): boolean {
    const { whenUnavailable } = this.#options;
    return whenUnavailable === 'local' || (whenUnavailable === undefined && kind !== 'message');
  }

  async #run<Result>(
    operation: string,
    step: (store: LimitStore) => Promise<Result>,
    checkAlone: (error: StoreUnavailableError) => void = () => undefined,
  ): Promise<Result> {
    const trial = await this.#try(operation, step);
    if (trial.type === 'answered') return trial.result;
    checkAlone(trial.error);
    return step(this.#local);
  }

  async #try<Result>(
    operation: string,
    step: (store: LimitStore) => Promise<Result>,
  ): Promise<Trial<Result>> {
    const resting = this.#restingError();
    if (resting !== undefined) return { type: 'unreachable', error: resting };
    try {
      const result = await step(this.#options.store);
      this.#outage = undefined;
      return { type: 'answered', result };
    } catch (error) {
      if (!isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
      this.#noteOutage(operation, error);
      return { type: 'unreachable', error };
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

  #noteOutage(operation: string, error: StoreUnavailableError): void {
    const isNew = this.#outage === undefined;
    this.#outage = { error, nextTryAt: this.#options.clock.monotonic() + retryStoreMs };
    if (!isNew) return;
    const { message } = error;
    this.#options.telemetry.emit({ type: 'store.trouble', store: 'limit', operation, message });
  }
}
