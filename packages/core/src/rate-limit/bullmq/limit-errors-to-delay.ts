import type { Job } from 'bullmq';
import { type CircuitOpenError, isWechatErrorOf, type RateLimitError } from '../../errors/errors.js';
import { JobDelay, type JobDelayOptions } from './job-delay.js';
import type { JobProcessor } from './job-processor.js';

/**
 * Puts a job off where a call inside it met a limit or an open circuit, instead of failing it: neither error counts as
 * one of the job's attempts, and no worker waits. Every other error stays what it is.
 *
 * The job runs again from its beginning, so let its messages have a `requestId` made from its data; what is sent already
 * is then not sent again.
 *
 * @throws {ConfigError} naming the wrong option
 */
export function limitErrorsToDelay<QueuedJob extends Job, Result>(
  processor: JobProcessor<QueuedJob, Result>,
  options: JobDelayOptions = {},
): JobProcessor<QueuedJob, Result> {
  const delay = new JobDelay(options);
  return async (job, token, signal) => {
    try {
      return await processor(job, token, signal);
    } catch (error) {
      if (!namesMoment(error)) throw error;
      return delay.putOff(job, token, { error, retryAfterMs: error.retryAfterMs });
    }
  };
}

function namesMoment(error: unknown): error is RateLimitError | CircuitOpenError {
  return isWechatErrorOf(error, 'RATE_LIMITED') || isWechatErrorOf(error, 'CIRCUIT_OPEN');
}
