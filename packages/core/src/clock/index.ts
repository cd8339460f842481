export type { Clock } from './clock.js';
export { scaledClock, systemClock } from './clock.js';
