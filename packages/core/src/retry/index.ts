export type { RetryOptions } from './retry-policy.js';
export { processOffsetMs, type SpreadOptions, sleepSpread, spread, startSpread } from './spread.js';
