import { nextBeijingMidnight } from './platform-time.js';

const dayMs = 86_400_000;
/** How far the platform's day may lag behind this host's clock. */
const skewMs = 120_000;
/** A new look at a day that should have begun. */
const secondLookMs = 60_000;

/**
 * For how long a daily quota that is used up stays so. Right after midnight the platform still counts the day before: what
 * is used up then is that day's, and to wait for the next midnight would lose a whole day.
 */
export function restOfDayMs(nowMs: number): number {
  const leftMs = nextBeijingMidnight(nowMs) - nowMs;
  return dayMs - leftMs < skewMs ? secondLookMs : leftMs;
}
