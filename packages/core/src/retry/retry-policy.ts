import { z } from 'zod';
import { checkOptions } from '../config/check-options.js';
import { fullJitter } from './backoff.js';

const milliseconds = z.number().finite().nonnegative();
const count = z.number().int().min(0).max(100);

/** Shape of the `retry` option, also for the configuration file. */
export const retryOptionsSchema = z
  .strictObject({
    /** Upper bound of the first wait. */
    baseMs: milliseconds.default(1_000),
    /** No wait of ours is longer; a moment that the platform names is. */
    capMs: milliseconds.default(60_000),
    maxRetries: count.default(5),
    /** Instead of `maxRetries`, for calls of the group `batch`. */
    batchMaxRetries: count.default(8),
    /** Repetitions of a connection that could not be had. 0 means one attempt. */
    networkRetries: count.default(2),
    /** A process's first batch call waits up to this long, so that a fleet does not start as one. */
    startOffsetMs: milliseconds.default(5_000),
    /** Share of requests that may be repeated, see RetryBudget. */
    budgetShare: z.number().min(0).max(1).default(0.2),
    budgetReserve: z.number().int().nonnegative().default(20),
  })
  .refine((options) => options.capMs >= options.baseMs, {
    path: ['capMs'],
    error: 'must not be less than baseMs',
  });

const optionSchema = z.object({ retry: retryOptionsSchema });

/** Every field may be left out; see the fields' defaults in `RetryPolicy`. */
export type RetryOptions = {
  readonly [Key in keyof z.input<typeof retryOptionsSchema>]?:
    | z.input<typeof retryOptionsSchema>[Key]
    | undefined;
};

/** How often and how patiently a call is repeated: the numbers only. Whether it may be is the verdict's word. */
export class RetryPolicy {
  /** @default 1000 */
  readonly baseMs: number;
  /** @default 60000 */
  readonly capMs: number;
  /** @default 5 */
  readonly maxRetries: number;
  /** @default 8 */
  readonly batchMaxRetries: number;
  /** @default 2 */
  readonly networkRetries: number;
  /** @default 5000 */
  readonly startOffsetMs: number;
  /** @default 0.2 */
  readonly budgetShare: number;
  /** @default 20 */
  readonly budgetReserve: number;
  readonly #random: () => number;
  #started = false;

  /** @throws ConfigError with the option's path, for example `retry.capMs` */
  constructor(options: RetryOptions = {}, random: () => number = Math.random) {
    const { retry: checked } = checkOptions(optionSchema, { retry: options }, 'options');
    this.baseMs = checked.baseMs;
    this.capMs = checked.capMs;
    this.maxRetries = checked.maxRetries;
    this.batchMaxRetries = checked.batchMaxRetries;
    this.networkRetries = checked.networkRetries;
    this.startOffsetMs = checked.startOffsetMs;
    this.budgetShare = checked.budgetShare;
    this.budgetReserve = checked.budgetReserve;
    this.#random = random;
  }

  /** The wait before the n-th repetition, the first being 1. */
  delayMs(attempt: number): number {
    return fullJitter(this, attempt, this.#random);
  }

  /** A random share of `startOffsetMs` the first time, 0 ever after. */
  takeStartOffsetMs(): number {
    if (this.#started) return 0;
    this.#started = true;
    return this.#random() * this.startOffsetMs;
  }
}
