export type { AlertLevel } from './alert-level.js';
export type { Cleared } from './clearing.js';
export { LimitDesk, type LimitDeskOptions } from './limit-desk.js';
export type { QuotaQuestion } from './quota-questions.js';
export type { LearnedRate, QuotaAnswer, QuotaView } from './quota-view.js';
