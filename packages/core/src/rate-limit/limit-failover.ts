import type { Clock } from '../clock/clock.js';
import type { EndpointKind } from '../endpoint/endpoint.js';
import { isWechatErrorOf, type StoreUnavailableError } from '../errors/errors.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Instant } from './counters/index.js';
import { AloneCount } from './failover/alone-count.js';
import { type Alone, type Contact, careOf, endOfReturn, type Returning } from './failover/contact.js';
import { DataMark } from './failover/data-mark.js';
import { KnownLeft } from './failover/known-left.js';
import type { FleetShare } from './failover/part-of-the-fleet.js';
import { retryStoreMs, StoreReturn } from './failover/store-return.js';
import type { LimitOptions } from './limit-options.js';
import type {
  AdmitAnswer,
  AdmitRequest,
  Closure,
  ClosureAnswer,
  LimitRule,
  LimitStore,
  Refusal,
} from './limit-store.js';

export interface LimitFailoverOptions {
  readonly account: string;
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly whenUnavailable: () => LimitOptions['whenUnavailable'];
  /** Longest time from an admission to the end of its call. */
  readonly inFlightMs: number;
  /** As the fleet was seen last. */
  readonly fleet: () => FleetShare;
  /** The store is back: whoever waits may ask again. */
  readonly onReturn: () => void;
}

/** An answer, from whoever counted: the shared store, this process alone, or both. */
export interface CountedAnswer {
  readonly answer: AdmitAnswer;
  /** Tells whoever counted that the call has ended. */
  readonly release: (rules: readonly LimitRule[]) => Promise<unknown>;
}

/**
 * The shared store; while it is gone and the policy allows it, this process' part of the limits, counted alone.
 *
 * Only a store that cannot be reached leads here. A limit that is reached is an answer, and no fallback ever overrules it.
 * All processes together stay within every limit, from the loss of the store to its return and after; what that rests on
 * is that all lose it at the same time, and know how many they are.
 */
export class LimitFailover {
  readonly #options: LimitFailoverOptions;
  readonly #mark: DataMark;
  #known = new KnownLeft();
  readonly #return: StoreReturn;
  #contact: Contact = { type: 'connected' };

  constructor(options: LimitFailoverOptions) {
    this.#options = options;
    const { account, store, clock } = options;
    this.#mark = new DataMark(store, account, clock);
    this.#return = new StoreReturn({ account, store, clock, mark: this.#mark });
    this.#mark.keepUp();
  }

  /** @throws {StoreUnavailableError} where calls of this kind may not be counted by one process alone */
  async admit(request: AdmitRequest, kind: EndpointKind): Promise<CountedAnswer> {
    const contact = this.#settledContact();
    if (contact.type === 'alone') return this.#admitAlone(request, kind, contact);
    try {
      if (contact.type === 'returning') return await this.#admitBoth(request, kind, contact);
      return this.#counted(request, await this.#options.store.admit(request));
    } catch (error) {
      return this.#admitAlone(request, kind, this.#lose('admit', error));
    }
  }

  /** Never throws: in an outage the barrier is closed for this process alone. */
  closeBarrier(key: string, closure: Closure): Promise<ClosureAnswer> {
    const { account } = this.#options;
    return this.#run('closeBarrier', (store) => store.closeBarrier(account, key, closure));
  }

  slowDown(key: string, seenPerSecond: number): Promise<ClosureAnswer> {
    const { account } = this.#options;
    return this.#run('slowDown', (store) => store.slowDown(account, key, seenPerSecond));
  }

  openBarrier(key: string): Promise<void> {
    const { account } = this.#options;
    return this.#run('openBarrier', (store) => store.openBarrier(account, key));
  }

  takeTurn(key: string, forMs: number): Promise<boolean> {
    const { account } = this.#options;
    return this.#run('takeTurn', (store) => store.takeTurn(account, key, forMs));
  }

  /** Somebody else found the store gone. */
  lost(error: StoreUnavailableError): void {
    this.#lose('report', error);
  }

  async close(): Promise<void> {
    this.#return.close();
    await this.#options.store.close();
  }

  #settledContact(): Contact {
    const contact = this.#contact;
    if (contact.type !== 'returning') return contact;
    if (this.#now().steadyMs < endOfReturn(contact, this.#options.inFlightMs)) return contact;
    this.#contact = { type: 'connected' };
    return this.#contact;
  }

  async #admitShared(request: AdmitRequest): Promise<CountedAnswer> {
    return this.#counted(request, await this.#options.store.admit(request));
  }

  #counted(request: AdmitRequest, answer: AdmitAnswer): CountedAnswer {
    const { store } = this.#options;
    this.#mark.keepUp();
    if (answer.type === 'admitted' && answer.remaining !== undefined) {
      this.#known.note(request.rules, answer.remaining, () => this.#now());
    }
    const { account, admissionId } = request;
    return { answer, release: (rules) => store.release(account, admissionId, rules) };
  }

  /** Both must have room: it is set aside here while the store is asked. */
  async #admitBoth(request: AdmitRequest, kind: EndpointKind, contact: Returning): Promise<CountedAnswer> {
    const { count } = contact;
    const moment = this.#momentFor(kind);
    const room = count.reserve(request, (rule) => careOf(rule, contact, moment));
    if (room.type === 'refused') return this.#refusedHere(room, contact);
    const shared = await this.#admitShared(request).catch((error: unknown) => {
      room.cancel();
      throw error;
    });
    const { admissionId } = request;
    if (shared.answer.type === 'refused') room.cancel();
    else room.take(admissionId, this.#now(), request.inFlightMs);
    const release = (ended: readonly LimitRule[]) => {
      count.release(admissionId, ended);
      return shared.release(ended);
    };
    return { answer: shared.answer, release };
  }

  #momentFor(kind: EndpointKind) {
    const { inFlightMs, whenUnavailable } = this.#options;
    return {
      nowMs: this.#now().steadyMs,
      inFlightMs,
      passedAlone: { thisKind: this.#mayCountAlone(kind), anyKind: whenUnavailable() !== 'reject' },
    };
  }

  #refusedHere(refusal: Refusal, contact: Returning): CountedAnswer {
    const leftMs = endOfReturn(contact, this.#options.inFlightMs) - this.#now().steadyMs;
    return refused({ ...refusal, retryAfterMs: Math.min(refusal.retryAfterMs, Math.max(1, leftMs)) });
  }

  /** @throws {StoreUnavailableError} */
  async #admitAlone(
    request: AdmitRequest,
    kind: EndpointKind,
    { count, error }: Alone,
  ): Promise<CountedAnswer> {
    if (!this.#mayCountAlone(kind)) throw error;
    const answer = await count.admit(request);
    if (answer.type === 'admitted') {
      return { answer, release: async (rules) => count.release(request.admissionId, rules) };
    }
    // The store may be back by then.
    return refused({ ...answer, retryAfterMs: Math.min(answer.retryAfterMs, retryStoreMs) });
  }

  #mayCountAlone(kind: EndpointKind): boolean {
    const whenUnavailable = this.#options.whenUnavailable();
    return whenUnavailable === 'local' || (whenUnavailable === undefined && kind !== 'message');
  }

  async #run<Result>(operation: string, step: (store: LimitStore) => Promise<Result>): Promise<Result> {
    if (this.#contact.type === 'alone') return step(this.#contact.count.store);
    try {
      return await step(this.#options.store);
    } catch (error) {
      return step(this.#lose(operation, error).count.store);
    }
  }

  /** @throws the error itself, where it says anything but that the store is gone */
  #lose(operation: string, error: unknown): Alone {
    if (!isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
    if (this.#contact.type === 'alone') {
      this.#contact.error = error;
      return this.#contact;
    }
    const alone = this.#countAlone(error);
    this.#contact = alone;
    const { message } = error;
    this.#options.telemetry.emit({ type: 'store.trouble', store: 'limit', operation, message });
    void this.#comeBack(alone);
    return alone;
  }

  #countAlone(error: StoreUnavailableError): Alone {
    const { account, clock, inFlightMs, fleet } = this.#options;
    const { processes, rank } = fleet();
    const share = { processes: Math.max(1, processes), rank };
    const count = new AloneCount({ account, clock, share, inFlightMs, known: this.#known });
    // What is heard from now on comes after the loss.
    this.#known = new KnownLeft();
    return { type: 'alone', count, share, error };
  }

  async #comeBack(alone: Alone): Promise<void> {
    const isDataKept = await this.#return.wait(alone);
    if (isDataKept === undefined) return;
    const { count, share } = alone;
    this.#contact = { type: 'returning', count, share, since: this.#now(), isDataKept };
    this.#options.onReturn();
    // What passed while the rest was told. Where it fails, the store is gone again.
    await this.#return.tell(count).catch((error: unknown) => this.#lose('admit', error));
  }

  #now(): Instant {
    const { clock } = this.#options;
    return { wallMs: Math.floor(clock.now()), steadyMs: Math.floor(clock.monotonic()) };
  }
}

function refused(answer: Refusal): CountedAnswer {
  return { answer, release: () => Promise.resolve() };
}
