import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../clock/clock.js';
import { ValidationError } from '../../errors/errors.js';
import { RedisConnection } from '../../redis/redis-connection.js';
import { logEvents } from '../../telemetry/log-events.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import { LimitFailover, type StoreAnswer } from '../limit-failover.js';
import { type CallLimits, LimitPolicy } from '../limit-policy.js';
import {
  type Admitted,
  type LimitRule,
  type LimitStore,
  type Refusal,
  wantsRelease,
} from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { RedisLimitStore } from '../redis-limit-store.js';
import { msUntilFresh } from './fresh-quota.js';
import type { QuotaAnswer, QuotaRefused, QuotaRequest, QuotaTaken } from './quota-answer.js';
import { checkQuotaOptions, type HandlerQuotaOptions } from './quota-options.js';

const freeOfCharge: QuotaTaken = { type: 'taken', release: () => undefined };

/** What the limits and the events call the work that is guarded. */
const endpoint = 'handler';

/** What one `take` asks for, in the terms of the limits. */
interface Asking extends Pick<CallLimits, 'rules' | 'enforce' | 'passes'> {
  readonly callId: string;
  readonly cost: number;
  readonly request: QuotaRequest;
}

/**
 * A quota for handlers of one's own: routes, jobs, whatever serves others. It counts with the limits of the clients, but
 * never makes anybody wait: there is room, or there is not.
 */
export class HandlerQuota {
  readonly #account: string;
  readonly #policy: LimitPolicy;
  readonly #store: LimitFailover;
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
    this.#store = new LimitFailover({
      store: store ?? new MemoryLimitStore(clock),
      clock,
      telemetry: this.#telemetry,
      whenUnavailable: limits.whenUnavailable ?? 'local',
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
    this.#tell(answer, asking);
    return this.#taken(answer, asking, store);
  }

  /** Lets go of the store. */
  close(): Promise<void> {
    return this.#store.close();
  }

  #askingOf(request: QuotaRequest, cost: number): Asking {
    this.#asked += 1;
    const callId = `${this.#idPrefix}-${this.#asked}`;
    const limits = this.#policy.limitsOf({ ...request, callId, endpoint, kind: 'read', weight: cost });
    return { ...limits, callId, cost, request, rules: limits.rules.map(countedAtOnce) };
  }

  #admit({ callId, rules, enforce }: Asking): Promise<StoreAnswer> {
    // No platform answers here, so there is nothing that could close a barrier.
    const admission = {
      account: this.#account,
      admissionId: callId,
      rules,
      enforce,
      barriers: [],
      inFlightMs: 0,
    };
    return this.#store.admit(admission, 'read');
  }

  #taken({ remaining }: Admitted, { callId, rules }: Asking, store: LimitStore): QuotaTaken {
    const release = this.#releaseOf(callId, rules.filter(wantsRelease), store);
    const nearest = rules.find(({ key }) => key === remaining?.key);
    if (remaining === undefined || nearest === undefined) return { type: 'taken', release };
    const resetMs = msUntilFresh(nearest, remaining, this.#clock.now());
    return { type: 'taken', limit: remaining.max, remaining: remaining.left, resetMs, release };
  }

  #releaseOf(callId: string, held: readonly LimitRule[], store: LimitStore): () => void {
    if (held.length === 0) return freeOfCharge.release;
    return () => {
      // Where the word is lost the place comes back by itself, so nobody has to hear of it.
      store.release(this.#account, callId, held).catch(() => undefined);
    };
  }

  #tell({ drew, shadowed }: Admitted, { callId, cost, passes, request }: Asking): void {
    const { group, requestId } = request;
    const named = { callId, account: this.#account, endpoint, group, requestId };
    if (shadowed !== undefined) {
      const { scope, key, retryAfterMs: waitMs } = shadowed;
      this.#telemetry.emit({ type: 'limit.shadowed', ...named, scope, key, waitMs });
    }
    const how = passes ? 'allowed' : drew?.how;
    if (how === undefined || how === 'part') return;
    this.#telemetry.emit({ type: 'group.drew', ...named, how, key: drew?.key ?? 'app', weight: cost });
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

function refusedBy({ key, scope, retryAfterMs }: Refusal, rules: readonly LimitRule[]): QuotaRefused {
  const limit = rules.find((rule) => rule.key === key)?.max;
  return { type: 'refused', scope, retryAfterMs, limit, remaining: 0 };
}
