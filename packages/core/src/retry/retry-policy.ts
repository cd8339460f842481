import { z } from 'zod';
import { checkOptions } from '../config/check-options.js';
import { fullJitter } from './backoff.js';

/** How often and how patiently calls are repeated. */
export interface RetryOptions {
  /** Longest first wait after an answer; each further one doubles, and is drawn from 0 up to that. @default 1000 */
  readonly baseMs?: number | undefined;
  /** No wait of ours is longer; one until a moment that the platform names is. @default 60000 */
  readonly capMs?: number | undefined;
  /** Most repetitions of one call after answers. @default 5 */
  readonly maxRetries?: number | undefined;
  /** Instead of `maxRetries` for calls of the group `batch`, which nobody waits for. @default 8 */
  readonly batchMaxRetries?: number | undefined;
  /**
   * Most repetitions of a connection that could not be had, within the time-out of one attempt, and of a call that got no
   * answer and does no harm when repeated. @default 2
   */
  readonly networkRetries?: number | undefined;
  /** Share of all requests that may be repetitions, from 0 to 1. @default 0.2 */
  readonly budgetShare?: number | undefined;
  /** Repetitions that are allowed beside that share; they come back within 10 s. @default 20 */
  readonly budgetReserve?: number | undefined;
}

const milliseconds = z.number().finite().nonnegative();
const count = z.number().int().min(0).max(100);

/** Shape of the `retry` option, also in a policy file. */
export const retryOptionsSchema = z.strictObject({
  baseMs: milliseconds.default(1_000),
  capMs: milliseconds.default(60_000),
  maxRetries: count.default(5),
  batchMaxRetries: count.default(8),
  networkRetries: count.default(2),
  budgetShare: z.number().min(0).max(1).default(0.2),
  budgetReserve: z.number().int().nonnegative().default(20),
});

const checkedOptionsSchema = retryOptionsSchema.refine((options) => options.capMs >= options.baseMs, {
  path: ['capMs'],
  error: 'must not be less than baseMs',
});

const optionSchema = z.object({ retry: checkedOptionsSchema });

/** The numbers only: whether a call may be repeated is the verdict's word. */
export class RetryPolicy implements Required<RetryOptions> {
  readonly baseMs: number;
  readonly capMs: number;
  readonly maxRetries: number;
  readonly batchMaxRetries: number;
  readonly networkRetries: number;
  readonly budgetShare: number;
  readonly budgetReserve: number;
  readonly #random: () => number;

  /** @throws {ConfigError} with the option's path, for example `retry.capMs` */
  constructor(options: RetryOptions = {}, random: () => number = Math.random) {
    const { retry: checked } = checkOptions(optionSchema, { retry: options }, 'options');
    this.baseMs = checked.baseMs;
    this.capMs = checked.capMs;
    this.maxRetries = checked.maxRetries;
    // A user who allows few retries means the batch, too.
    this.batchMaxRetries = options.batchMaxRetries ?? options.maxRetries ?? checked.batchMaxRetries;
    this.networkRetries = checked.networkRetries;
    this.budgetShare = checked.budgetShare;
    this.budgetReserve = checked.budgetReserve;
    this.#random = random;
  }

  /** How often a call of that group may be repeated. */
  limitsOf(group: string | undefined): { readonly maxRetries: number; readonly networkRetries: number } {
    return group === 'batch'
      ? { maxRetries: this.batchMaxRetries, networkRetries: this.networkRetries }
      : this;
  }

  /** The wait before the n-th repetition, the first being 1. */
  delayMs(attempt: number): number {
    return fullJitter(this, attempt, this.#random);
  }
}
