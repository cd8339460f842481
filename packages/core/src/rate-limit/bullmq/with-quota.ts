import type { Job } from 'bullmq';
import { isWechatErrorOf } from '../../errors/errors.js';
import type { HandlerQuota, QuotaRequest, QuotaTaken } from '../guard/index.js';
import { retryStoreMs } from '../guard/quota-count.js';
import { quotaError } from '../guard/quota-errors.js';
import { JobDelay, type JobDelayOptions, type JobObstacle } from './job-delay.js';
import type { JobProcessor } from './job-processor.js';

/** What a job takes from the quota. Each may be a function of the job. */
export interface JobQuotaOptions<QueuedJob> extends JobDelayOptions {
  readonly group?: string | ((job: QueuedJob) => string | undefined) | undefined;
  readonly tenant?: string | ((job: QueuedJob) => string | undefined) | undefined;
  /** @default 1 */
  readonly cost?: number | ((job: QueuedJob) => number | undefined) | undefined;
}

/**
 * Runs jobs at the pace of a quota that all workers share. A refused job moves to the delayed ones until there is room:
 * the worker is free for others meanwhile, and none of the job's `attempts` is used. Its id may stand in
 * `allow.requestIds`.
 *
 * `maxStartedAttempts` of the worker counts delays as well; leave it out, `giveUpAfterMs` bounds them.
 *
 * @throws {ConfigError} naming the wrong option
 */
export function withQuota<QueuedJob extends Job, Result>(
  quota: Pick<HandlerQuota, 'take'>,
  options: JobQuotaOptions<QueuedJob>,
  processor: JobProcessor<QueuedJob, Result>,
): JobProcessor<QueuedJob, Result> {
  const { giveUpAfterMs, jitterMs } = options;
  const delay = new JobDelay({ giveUpAfterMs, jitterMs });
  return async (job, token, signal) => {
    const answer = await takeFor(job, quota, options);
    if ('retryAfterMs' in answer) return delay.putOff(job, token, answer);
    try {
      return await processor(job, token, signal);
    } finally {
      answer.release();
    }
  };
}

async function takeFor<QueuedJob extends Job>(
  job: QueuedJob,
  quota: Pick<HandlerQuota, 'take'>,
  options: JobQuotaOptions<QueuedJob>,
): Promise<QuotaTaken | JobObstacle> {
  try {
    const answer = await quota.take(requestOf(job, options));
    if (answer.type === 'taken') return answer;
    return { error: quotaError(`job ${job.name}`, answer), retryAfterMs: answer.retryAfterMs };
  } catch (error) {
    if (isWechatErrorOf(error, 'STORE_UNAVAILABLE')) return { error, retryAfterMs: retryStoreMs };
    throw error;
  }
}

function requestOf<QueuedJob extends Job>(job: QueuedJob, options: JobQuotaOptions<QueuedJob>): QuotaRequest {
  const { group, tenant, cost } = options;
  return {
    group: typeof group === 'function' ? group(job) : group,
    tenant: typeof tenant === 'function' ? tenant(job) : tenant,
    cost: typeof cost === 'function' ? cost(job) : cost,
    requestId: job.id,
  };
}
