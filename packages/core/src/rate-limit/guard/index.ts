export { HandlerQuota } from './handler-quota.js';
export type { QuotaAnswer, QuotaRefused, QuotaRequest, QuotaTaken } from './quota-answer.js';
export type { HandlerQuotaOptions, QuotaLimits } from './quota-options.js';
