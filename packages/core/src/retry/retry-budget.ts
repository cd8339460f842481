import type { Clock } from '../clock/clock.js';
import { systemClock } from '../clock/clock.js';

/** Read at each use: a policy may change them. */
export interface RetryBudgetOptions {
  /** Share of requests that may be repeated, from 0 to 1. */
  readonly share: number;
  /** Retries that are there before any request was made, so that a lone call may retry. */
  readonly reserve: number;
  /** How long a used-up reserve takes to come back, so that a client of few calls is not without for ever. @default 10000 */
  readonly reserveRefillMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** Earnings of quiet hours are not saved up for a storm: at most so many times the reserve. */
const savingsFactor = 10;

/**
 * Keeps retries a small share of requests however much fails: without it, five retries each turn an outage into six times
 * the load. A token bucket: each request earns `share`, each retry costs 1.
 *
 * Over any span, retries ≤ reserve × (1 + span / reserveRefillMs) + savings + share × requests of that span.
 */
export class RetryBudget {
  readonly #options: RetryBudgetOptions;
  readonly #clock: Clock;
  #reserveLeft: number;
  #refilledAt: number;
  #earned = 0;
  #requests = 0;
  #spent = 0;

  constructor(options: RetryBudgetOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#reserveLeft = options.reserve;
    this.#refilledAt = this.#clock.monotonic();
  }

  /** Requests and retries so far. */
  get counts(): { readonly requests: number; readonly spent: number } {
    return { requests: this.#requests, spent: this.#spent };
  }

  /** Notes the first attempt of a call. */
  requested(): void {
    this.#requests += 1;
    const { share, reserve } = this.#options;
    this.#earned = Math.min(this.#earned + share, Math.max(1, reserve) * savingsFactor);
  }

  /** Takes one retry; `false` where none is left, then `waitMs` says when one will be. */
  take(): boolean {
    this.#refill();
    if (this.#earned >= 1) this.#earned -= 1;
    else if (this.#reserveLeft >= 1) this.#reserveLeft -= 1;
    else return false;
    this.#spent += 1;
    return true;
  }

  /** Time until the reserve alone allows a retry again; 0 where one is left, `Infinity` without a reserve. */
  waitMs(): number {
    this.#refill();
    if (this.#earned >= 1 || this.#reserveLeft >= 1) return 0;
    return this.#options.reserve < 1
      ? Number.POSITIVE_INFINITY
      : Math.ceil((1 - this.#reserveLeft) / this.#refillPerMs());
  }

  #refillPerMs(): number {
    const { reserve, reserveRefillMs = 10_000 } = this.#options;
    return reserve / reserveRefillMs;
  }

  #refill(): void {
    const now = this.#clock.monotonic();
    const refilled = this.#reserveLeft + (now - this.#refilledAt) * this.#refillPerMs();
    this.#reserveLeft = Math.min(this.#options.reserve, refilled);
    this.#refilledAt = now;
  }
}
