export type { JobDelayOptions } from './job-delay.js';
export type { JobProcessor } from './job-processor.js';
export { limitErrorsToDelay } from './limit-errors-to-delay.js';
export { type JobQuotaOptions, withQuota } from './with-quota.js';
