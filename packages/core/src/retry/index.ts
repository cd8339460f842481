export type { RetryOptions } from './retry-policy.js';
