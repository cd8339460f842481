export type { Clock } from './clock/index.js';
export { scaledClock, systemClock } from './clock/index.js';
export * from './endpoint/index.js';
export * from './errors/index.js';
export * from './telemetry/index.js';
export type { UploadFile } from './transport/transport.js';
export * from './verdict/index.js';
