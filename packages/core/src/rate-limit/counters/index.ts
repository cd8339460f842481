export { unitMs } from './calendar-tally.js';
export type { Counter, Instant, Room } from './counter.js';
export { counterNameOf } from './counter-name.js';
export { Counters } from './counters.js';
export { LogEntries } from './log-entries.js';
export { SharedDoor } from './shared-door.js';
