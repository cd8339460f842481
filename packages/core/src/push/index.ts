export { checkPushPlan, checkPushSettings } from './check-push-settings.js';
export type { HasPushClient, PushClient } from './push-client.js';
export type { InvalidItem, PushEntry, PushItem, PushItems, PushPlan, PushSettings } from './push-plan.js';
export type { PushCounts, PushResult, PushResultState } from './push-result.js';
export type { PushPhase, PushProgress, PushReport, PushRun, PushTrouble } from './push-run.js';
export { type CsvOptions, type CsvRow, csvItems } from './sources/csv-items.js';
export { type JsonLinesOptions, jsonLinesItems } from './sources/json-lines-items.js';
export type { SourceInput } from './sources/source-chunks.js';
export type { SourceOptions } from './sources/source-options.js';
