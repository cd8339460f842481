export type * from './events.js';
export { type EventLogger, levelOf, logEvents } from './log-events.js';
export { type Listener, Telemetry } from './telemetry.js';
