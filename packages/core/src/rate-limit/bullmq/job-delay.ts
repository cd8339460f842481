import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import { checkOptions } from '../../config/check-options.js';
import { fullJitter } from '../../retry/backoff.js';

/** How long a job may be put off. */
export interface JobDelayOptions {
  /**
   * A job that could not run by then fails. Counted from the moment it was due: its `timestamp` and the `delay` it was
   * added with. Where the next room is known to come later still, it fails at once.
   * @default 172800000, two days: whoever met a day's quota has one more day
   */
  readonly giveUpAfterMs?: number | undefined;
  /**
   * Most that is added to a delay at random, so that jobs which were refused together do not come back together. What is
   * drawn from begins with the wait itself, at least 1 s, and doubles with each refusal of the job. @default 60000
   */
  readonly jitterMs?: number | undefined;
}

/** What stands in a job's way. */
export interface JobObstacle {
  readonly error: Error;
  readonly retryAfterMs: number;
}

/** What of a job decides on its delay. `attemptsStarted` counts the delays, too; `attemptsMade` does not. */
export type DelayedJob = Pick<Job, 'timestamp' | 'attemptsStarted' | 'attemptsMade'> & {
  readonly opts: { readonly delay?: number | undefined };
};

const defaults = { giveUpAfterMs: 172_800_000, jitterMs: 60_000 } as const;
const leastJitterMs = 1_000;

const durationMs = z.number().nonnegative();
const optionsSchema = z.strictObject({
  giveUpAfterMs: durationMs.optional(),
  jitterMs: durationMs.optional(),
});

/** Puts jobs off until there is room, without a worker that sleeps and without counting an attempt. */
export class JobDelay {
  readonly #giveUpAfterMs: number;
  readonly #jitterMs: number;
  readonly #random: () => number;

  /** @throws {ConfigError} naming the wrong option */
  constructor(options: JobDelayOptions = {}, random: () => number = Math.random) {
    const { giveUpAfterMs, jitterMs } = checkOptions<JobDelayOptions>(optionsSchema, options, 'options');
    this.#giveUpAfterMs = giveUpAfterMs ?? defaults.giveUpAfterMs;
    this.#jitterMs = jitterMs ?? defaults.jitterMs;
    this.#random = random;
  }

  /**
   * Moves the job to the delayed ones and ends its processor.
   *
   * @throws {DelayedError} which tells the worker that the job was moved: neither done nor failed
   * @throws {UnrecoverableError} where its time is up; BullMQ then fails the job, whatever `attempts` it has left
   */
  async putOff(job: Job, token: string | undefined, obstacle: JobObstacle): Promise<never> {
    const nowMs = Date.now();
    const delayMs = this.delayMsOf(job, obstacle.retryAfterMs, nowMs);
    if (delayMs === undefined) throw gaveUp(obstacle, this.#giveUpAfterMs);
    await job.moveToDelayed(nowMs + delayMs, token);
    throw new DelayedError();
  }

  /** Never shorter than the wait that was named; `undefined`: that ends too late for the job. */
  delayMsOf(job: DelayedJob, retryAfterMs: number, nowMs: number): number | undefined {
    const leftMs = job.timestamp + (job.opts.delay ?? 0) + this.#giveUpAfterMs - nowMs;
    const waitMs = Math.ceil(retryAfterMs);
    if (waitMs > leftMs) return undefined;
    return Math.min(waitMs + Math.floor(this.#drawJitterMs(job, waitMs)), leftMs);
  }

  #drawJitterMs({ attemptsStarted, attemptsMade }: DelayedJob, waitMs: number): number {
    const refusals = Math.max(1, attemptsStarted - attemptsMade);
    const baseMs = Math.max(waitMs, leastJitterMs);
    return fullJitter({ baseMs, capMs: this.#jitterMs }, refusals, this.#random);
  }
}

function gaveUp({ error }: JobObstacle, giveUpAfterMs: number): UnrecoverableError {
  const failure = new UnrecoverableError(
    `${error.message}; the job has ${giveUpAfterMs} ms from when it was due`,
  );
  failure.cause = error;
  return failure;
}
