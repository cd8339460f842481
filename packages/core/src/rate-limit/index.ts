export { type AllowEntry, parseAllowEntry } from './budget/allow-list.js';
export type { OnLimit } from './budget/group-options.js';
export type { AlertLevel, Cleared, EndpointQuota, LearnedRate, QuotaView } from './fleet/index.js';
export {
  HandlerQuota,
  type HandlerQuotaOptions,
  type QuotaAnswer,
  type QuotaLimits,
  type QuotaRefused,
  type QuotaRequest,
  type QuotaTaken,
} from './guard/index.js';
export type {
  AdaptiveOptions,
  AlertOptions,
  AllowOptions,
  CircuitOptions,
  GroupOptions,
  LimitOptions,
  LimitSpec,
  OrganisationLimits,
  PerRecipientLimit,
  QueueOptions,
  ScheduleEntry,
  TierOptions,
} from './limit-options.js';
export type { PlatformLimits } from './limit-policy.js';
export type {
  AdmitAnswer,
  AdmitRequest,
  BarrierKey,
  CallCount,
  Closure,
  ClosureAnswer,
  FleetReport,
  FleetView,
  LimitRule,
  LimitStore,
  SharedNote,
  TimeLineEntry,
} from './limit-store.js';
export type { AuditEntry, Limits, Permission, PermissionRequest } from './limits.js';
export { MemoryLimitStore } from './memory-limit-store.js';
export { RedisLimitStore } from './redis-limit-store.js';
