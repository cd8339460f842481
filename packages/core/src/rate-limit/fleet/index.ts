export type { AlertLevel } from './alert-level.js';
export type { Cleared } from './clearing.js';
export type { EndpointQuota, LearnedRate, QuotaView } from './quota-view.js';
