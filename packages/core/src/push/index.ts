export type { HasPushClient, PushClient } from './push-client.js';
export type { PushItem, PushItems, PushPlan, PushSettings } from './push-plan.js';
export type { PushCounts, PushResult, PushResultState } from './push-result.js';
export type { PushPhase, PushProgress, PushReport, PushRun, PushTrouble } from './push-run.js';
