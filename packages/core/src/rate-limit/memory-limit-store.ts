import { type Clock, systemClock } from '../clock/clock.js';
import { type Counter, type Instant, newCounter } from './counters/index.js';
import {
  type AdmitAnswer,
  type AdmitRequest,
  closureMs,
  type LimitRule,
  type LimitStore,
  type Refusal,
  wantsRelease,
} from './limit-store.js';
import { SweptMap } from './swept-map.js';

interface AccountLimits {
  readonly counters: SweptMap<Counter>;
  /** Steady moments at which barriers open. */
  readonly barriers: SweptMap<number>;
  /** Steady moments at which turns are free again. */
  readonly turns: SweptMap<number>;
}

const admitted: AdmitAnswer = { type: 'admitted' };

/**
 * Limits of one process. Its memory follows the recipients that are under a limit now: who is idle is forgotten, a few
 * at every step, without a timer.
 */
export class MemoryLimitStore implements LimitStore {
  readonly #clock: Clock;
  readonly #accounts = new Map<string, AccountLimits>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** How many counters and barriers are remembered, over all accounts. */
  get size(): number {
    let size = 0;
    for (const { counters, barriers } of this.#accounts.values()) size += counters.size + barriers.size;
    return size;
  }

  async admit(request: AdmitRequest): Promise<AdmitAnswer> {
    const at = this.#now();
    const limits = this.#limitsOf(request.account);
    sweep(limits, at);
    const closed = closedBarrier(limits, request, at);
    if (closed !== undefined) return closed;
    const counters = request.rules.map((rule) => counterOf(limits, rule));
    if (counters.some((counter) => counter.holds(request.admissionId))) return admitted;
    return latestRefusal(request, counters, at) ?? take(request, counters, at);
  }

  async release(account: string, admissionId: string, rules: readonly LimitRule[]): Promise<void> {
    const { counters } = this.#limitsOf(account);
    const at = this.#now();
    for (const rule of rules) {
      if (wantsRelease(rule)) counters.get(rule.key)?.end(admissionId, at);
    }
  }

  async closeBarrier(account: string, key: string, closedForMs: number): Promise<number> {
    const { steadyMs } = this.#now();
    const { barriers } = this.#limitsOf(account);
    const opensAt = Math.max(barriers.get(key) ?? 0, steadyMs + 1 + closureMs(closedForMs));
    barriers.set(key, opensAt);
    return opensAt - steadyMs;
  }

  async takeTurn(account: string, key: string, forMs: number): Promise<boolean> {
    const { steadyMs } = this.#now();
    const { turns } = this.#limitsOf(account);
    turns.sweep((freeAt) => freeAt <= steadyMs);
    if ((turns.get(key) ?? 0) > steadyMs) return false;
    turns.set(key, steadyMs + closureMs(forMs));
    return true;
  }

  async close(): Promise<void> {
    this.#accounts.clear();
  }

  #now(): Instant {
    return { wallMs: Math.floor(this.#clock.now()), steadyMs: Math.floor(this.#clock.monotonic()) };
  }

  #limitsOf(account: string): AccountLimits {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const fresh = {
      counters: new SweptMap<Counter>(),
      barriers: new SweptMap<number>(),
      turns: new SweptMap<number>(),
    };
    this.#accounts.set(account, fresh);
    return fresh;
  }
}

function sweep({ counters, barriers }: AccountLimits, at: Instant): void {
  counters.sweep((counter) => counter.isIdle(at));
  barriers.sweep((opensAt) => opensAt <= at.steadyMs);
}

function counterOf({ counters }: AccountLimits, rule: LimitRule): Counter {
  const known = counters.get(rule.key);
  if (known !== undefined) return known;
  const fresh = newCounter(rule);
  counters.set(rule.key, fresh);
  return fresh;
}

function closedBarrier({ barriers }: AccountLimits, request: AdmitRequest, at: Instant): Refusal | undefined {
  if (barriers.size === 0) return undefined;
  const waits = request.barriers.map(({ key }) => (barriers.get(key) ?? 0) - at.steadyMs);
  return refusalOf('barrier', request.barriers, waits);
}

function latestRefusal(
  request: AdmitRequest,
  counters: readonly Counter[],
  at: Instant,
): Refusal | undefined {
  const waits = request.rules.map((rule, index) => counters[index]?.waitMs(rule, at) ?? 0);
  return refusalOf('limit', request.rules, waits);
}

/** Names the one that opens last: only then do all have room. */
function refusalOf(
  by: Refusal['by'],
  doors: readonly Pick<Refusal, 'key' | 'scope'>[],
  waits: readonly number[],
): Refusal | undefined {
  const retryAfterMs = Math.max(0, ...waits);
  const last = doors[waits.indexOf(retryAfterMs)];
  if (retryAfterMs === 0 || last === undefined) return undefined;
  return { type: 'refused', by, key: last.key, scope: last.scope, retryAfterMs };
}

function take(request: AdmitRequest, counters: readonly Counter[], at: Instant): AdmitAnswer {
  for (const [index, rule] of request.rules.entries()) {
    counters[index]?.take(rule, request.admissionId, at, request.inFlightMs);
  }
  return admitted;
}
