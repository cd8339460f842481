export type * from './events.js';
export { type Listener, Telemetry } from './telemetry.js';
