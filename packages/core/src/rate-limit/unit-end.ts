import { nextBeijingMidnight, nextHour, nextMinute } from '../retry/platform-time.js';
import type { CalendarRule } from './limit-store.js';

const ends = { minute: nextMinute, hour: nextHour, day: nextBeijingMidnight } as const;

/** End of the calendar unit that `wallMs` falls into, in epoch milliseconds. */
export function unitEndsAt(unit: CalendarRule['unit'], wallMs: number): number {
  return ends[unit](wallMs);
}
