import { RateLimitError } from '../../errors/errors.js';
import type { QuotaRefused } from './quota-answer.js';

const budgetNames: Readonly<Record<QuotaRefused['scope'], string>> = {
  recipient: 'its recipient',
  endpoint: 'this handler',
  app: 'the service',
  gateway: 'the service',
  group: 'its group',
  tenant: 'its tenant',
};

/** One sentence that a caller from outside may read. */
export function refusalText({ scope, retryAfterMs }: QuotaRefused): string {
  return `the quota of ${budgetNames[scope]} is used up; room again in ${inSeconds(retryAfterMs)} s at the earliest`;
}

/** @param handler what was not run, for example `ReportsController.create` */
export function quotaError(handler: string, refused: QuotaRefused): RateLimitError {
  return new RateLimitError(`${handler}: not run, ${refusalText(refused)}`, {
    scope: refused.scope,
    retryAfterMs: refused.retryAfterMs,
    origin: 'ours',
    hint: `Come back after ${inSeconds(refused.retryAfterMs)} s, or raise the limits of this quota.`,
  });
}

function inSeconds(durationMs: number): string {
  return (Math.ceil(durationMs / 100) / 10).toFixed(1);
}
