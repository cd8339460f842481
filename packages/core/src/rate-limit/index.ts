export type { LimitOptions, LimitSpec, PerRecipientLimit } from './limit-options.js';
export { checkLimitOptions, limitOptionsSchema } from './limit-options.js';
export type { LimitedCall, PlatformLimits } from './limit-policy.js';
export { LimitPolicy } from './limit-policy.js';
export type {
  AdmitAnswer,
  AdmitRequest,
  BarrierKey,
  CalendarDayRule,
  ConcurrencyRule,
  LimitRule,
  LimitStore,
  Refusal,
  SlidingWindowRule,
} from './limit-store.js';
export { MemoryLimitStore } from './memory-limit-store.js';
export type { Admission, LimitHitReport, RateLimitedCall, RateLimiterOptions } from './rate-limiter.js';
export { RateLimiter } from './rate-limiter.js';
export type { LimitConnection, RedisLimitStoreOptions } from './redis-limit-store.js';
export { RedisLimitStore } from './redis-limit-store.js';
