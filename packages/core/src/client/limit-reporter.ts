import type { Clock } from '../clock/clock.js';
import { isWechatError } from '../errors/errors.js';
import type { RateLimiter } from '../rate-limit/rate-limiter.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Call } from './call.js';
import type { Judged } from './call-error.js';
import { reopensAt } from './reopening.js';

/** Asks the platform how much of an endpoint's daily quota is left; `undefined` where it does not say. */
export type AskDailyQuota = (path: string) => Promise<number | undefined>;

/** While the quota is asked for, or where some is left after all: the answer was about a shorter window then. */
const shortWindowMs = 30_000;

/** For `Retry-After: 0` and for the last moment of a minute, which the platform's clock may not have reached yet. */
const leastClosureMs = 1_000;

export interface LimitReporterParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly limiter: RateLimiter;
  /** Absent on platforms that cannot be asked. */
  readonly askDailyQuota: AskDailyQuota | undefined;
}

/** Turns a limit answer into a closed barrier for every process. */
export class LimitReporter {
  readonly #parts: LimitReporterParts;

  constructor(parts: LimitReporterParts) {
    this.#parts = parts;
  }

  /**
   * Answers for how long the scope stays closed, in milliseconds. Never throws: an answer that could not be shared is
   * still judged and waited for by its own call.
   */
  async report(call: Call, judged: Judged): Promise<number> {
    const { verdict } = judged;
    const nowMs = this.#parts.clock.now();
    const closedForMs = Math.max(leastClosureMs, reopensAt(verdict.retry, nowMs) - nowMs);
    try {
      if (verdict.retry === 'next-day') return await this.#closeForDay(call, judged, closedForMs);
      await this.#closeFor(call, judged, closedForMs);
      this.#tell(call, judged, undefined);
    } catch (error) {
      this.#tellTrouble(error);
    }
    return closedForMs;
  }

  /**
   * A daily limit parks the endpoint until midnight, which is a long time to be wrong. So the quota is asked for first,
   * by one process for all, behind a barrier that is closed already.
   */
  async #closeForDay(call: Call, judged: Judged, untilMidnightMs: number): Promise<number> {
    await this.#closeFor(call, judged, shortWindowMs);
    const quota = await this.#askOnce(call);
    this.#tell(call, judged, quota.type === 'told' ? quota.remaining : undefined);
    if (!isUsedUp(quota)) return shortWindowMs;
    await this.#closeFor(call, judged, untilMidnightMs);
    return untilMidnightMs;
  }

  async #askOnce(call: Call): Promise<QuotaAnswer> {
    const { askDailyQuota, limiter } = this.#parts;
    // The question needs an access token, which may be what this very call is to fetch.
    if (askDailyQuota === undefined || call.endpoint.auth === 'none') return { type: 'untold' };
    const isMyTurn = await limiter.takeTurn(`quota-check:${call.endpoint.name}`, shortWindowMs);
    if (!isMyTurn) return { type: 'undecided' };
    return askDailyQuota(call.endpoint.path).then(
      (remaining) => (remaining === undefined ? { type: 'untold' } : { type: 'told', remaining }),
      () => ({ type: 'undecided' }),
    );
  }

  #closeFor(call: Call, { verdict }: Judged, closedForMs: number): Promise<void> {
    const { endpoint, recipient } = call;
    return this.#parts.limiter.limitHit({
      scope: verdict.scope ?? 'endpoint',
      endpoint: endpoint.name,
      recipient,
      closedForMs,
    });
  }

  #tellTrouble(error: unknown): void {
    if (!isWechatError(error)) throw error;
    const { message } = error;
    this.#parts.telemetry.emit({ type: 'store.trouble', store: 'limit', operation: 'closeBarrier', message });
  }

  #tell(call: Call, { verdict, result }: Judged, quotaRemaining: number | undefined): void {
    this.#parts.telemetry.emit({
      type: 'limit.hit',
      callId: call.callId,
      account: this.#parts.account,
      endpoint: call.endpoint.name,
      requestId: call.requestId,
      scope: verdict.scope ?? 'endpoint',
      errcode: verdict.errcode,
      status: result.type === 'failure' ? undefined : result.status,
      quotaRemaining,
    });
  }
}

type QuotaAnswer =
  | { readonly type: 'told'; readonly remaining: number }
  /** The platform tells nobody: its refusal is all there is to go by. */
  | { readonly type: 'untold' }
  /** Another process asks, or the question failed: whoever meets the limit next asks again. */
  | { readonly type: 'undecided' };

function isUsedUp(quota: QuotaAnswer): boolean {
  return quota.type === 'untold' || (quota.type === 'told' && quota.remaining <= 0);
}
