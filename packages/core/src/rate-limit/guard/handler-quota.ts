import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../clock/clock.js';
import { ValidationError } from '../../errors/errors.js';
import { RedisConnection } from '../../redis/redis-connection.js';
import { logEvents } from '../../telemetry/log-events.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import { LimitPolicy } from '../limit-policy.js';
import {
  type Admitted,
  type LimitRule,
  type LimitStore,
  type Refusal,
  wantsRelease,
} from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { RedisLimitStore } from '../redis-limit-store.js';
import type { Asking } from './asking.js';
import { msUntilFresh } from './fresh-quota.js';
import type { QuotaAnswer, QuotaRefused, QuotaRequest, QuotaTaken } from './quota-answer.js';
import { type AnswerOfStore, QuotaCount } from './quota-count.js';
import { eventsOf } from './quota-events.js';
import { checkQuotaOptions, type HandlerQuotaOptions } from './quota-options.js';

const freeOfCharge: QuotaTaken = { type: 'taken', release: () => undefined };

/** What the limits and the events call the work that is guarded. */
const endpoint = 'handler';

/**
 * A quota for handlers of one's own: routes, jobs, whatever serves others. It counts with the limits of the clients, but
 * never makes anybody wait: there is room, or there is not.
 */
export class HandlerQuota {
  readonly #account: string;
  readonly #policy: LimitPolicy;
  readonly #count: QuotaCount;
  readonly #clock: Clock;
  readonly #telemetry = new Telemetry();
  readonly #idPrefix = randomBytes(6).toString('base64url');
  #asked = 0;

  /**
   * Counts in the store that is handed in, else in this process. Closing the quota closes it.
   *
   * @throws {ConfigError} naming the wrong option, for example `limits.groups.batch.share`
   */
  constructor(options: HandlerQuotaOptions, store?: LimitStore) {
    checkQuotaOptions(options);
    const { limits, name = 'default', clock = systemClock, onEvent, logger } = options;
    this.#account = `guard:${name}`;
    this.#clock = clock;
    this.#policy = new LimitPolicy({ ...limits, headroom: limits.headroom ?? 0 }, {}, { clock });
    this.#count = new QuotaCount({
      store: store ?? new MemoryLimitStore(clock),
      clock,
      telemetry: this.#telemetry,
      mayCountAlone: limits.whenUnavailable !== 'reject',
    });
    if (onEvent !== undefined) this.#telemetry.onAny(onEvent);
    if (logger !== undefined) logEvents(this.#telemetry, logger);
  }

  /**
   * Opens a quota in the Redis of its options, or in this process.
   *
   * @throws {ConfigError} naming the wrong option, or where `ioredis` is not installed
   */
  static async open(options: HandlerQuotaOptions): Promise<HandlerQuota> {
    if (options.redis === undefined) return new HandlerQuota(options);
    const redis = await RedisConnection.open(options.redis);
    try {
      return new HandlerQuota(options, new RedisLimitStore(redis));
    } catch (error) {
      await redis.close();
      throw error;
    }
  }

  /**
   * Takes what the request costs from all limits that hold for it, or nothing from any. Never waits for room; with Redis
   * it is one round trip.
   *
   * @throws {ValidationError} where `cost` is negative or no number
   * @throws {StoreUnavailableError} where the shared counts cannot be reached and `limits.whenUnavailable` is `reject`
   */
  async take(request: QuotaRequest = {}): Promise<QuotaAnswer> {
    const { cost = 1 } = request;
    checkCost(cost);
    if (cost === 0) return freeOfCharge;
    const asking = this.#askingOf(request, cost);
    if (asking.rules.length === 0) return freeOfCharge;
    const { answer, store } = await this.#admit(asking);
    if (answer.type === 'refused') return refusedBy(answer, asking.rules);
    for (const event of eventsOf(answer, asking)) this.#telemetry.emit(event);
    const release = releaseOf(asking, store);
    return { type: 'taken', ...this.#figuresOf(answer, asking), release };
  }

  /** Lets go of the store. */
  close(): Promise<void> {
    return this.#count.close();
  }

  #askingOf(request: QuotaRequest, cost: number): Asking {
    this.#asked += 1;
    const callId = `${this.#idPrefix}-${this.#asked}`;
    const limits = this.#policy.limitsOf({ ...request, callId, endpoint, kind: 'read', weight: cost });
    const rules = limits.rules.map(countedAtOnce);
    return { ...limits, account: this.#account, callId, endpoint, cost, request, rules };
  }

  #admit({ account, callId, rules, enforce }: Asking): Promise<AnswerOfStore> {
    // No platform answers here, so there is nothing that could close a barrier.
    return this.#count.admit({ account, admissionId: callId, rules, enforce, barriers: [], inFlightMs: 0 });
  }

  #figuresOf({ remaining }: Admitted, { rules }: Asking): Omit<QuotaTaken, 'type' | 'release'> {
    const nearest = rules.find(({ key }) => key === remaining?.key);
    if (remaining === undefined || nearest === undefined) return {};
    const resetMs = msUntilFresh(nearest, remaining, this.#clock.now());
    return { limit: remaining.max, remaining: remaining.left, resetMs };
  }
}

function checkCost(cost: number): void {
  if (cost >= 0 && Number.isFinite(cost)) return;
  throw new ValidationError(`a quota was asked for a cost of ${cost}`, {
    issues: [{ path: 'cost', message: 'must be 0 or more' }],
    hint: 'Look at what the function `cost` answers for this request.',
  });
}

/** What is counted happens here and now: no request is on its way to a platform that would count it later. */
function countedAtOnce(rule: LimitRule): LimitRule {
  return rule.type === 'sliding-window' ? { ...rule, countsFrom: 'admission' } : rule;
}

function releaseOf({ account, callId, rules }: Asking, store: LimitStore): () => void {
  const held = rules.filter(wantsRelease);
  if (held.length === 0) return freeOfCharge.release;
  // Where the word is lost the place comes back by itself, so nobody has to hear of it.
  return () => void store.release(account, callId, held).catch(() => undefined);
}

function refusedBy({ key, scope, retryAfterMs }: Refusal, rules: readonly LimitRule[]): QuotaRefused {
  const limit = rules.find((rule) => rule.key === key)?.max;
  return { type: 'refused', scope, retryAfterMs, limit, remaining: 0 };
}
