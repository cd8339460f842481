export { CallbackGate } from './callback-gate.js';
export { gateOptionsShape, gateSettings } from './callback-settings.js';
export type { GateSettings } from './gate-settings.js';
export type { OpenedCallback } from './opened-callback.js';
export { statusOf } from './refusal.js';
