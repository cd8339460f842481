export { unitMs } from './calendar-tally.js';
export type { Counter, Instant, Room } from './counter.js';
export { counterNameOf } from './counter-name.js';
export { newCounter } from './new-counter.js';
export { SharedDoor } from './shared-door.js';
