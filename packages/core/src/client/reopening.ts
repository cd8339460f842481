import { nextHour, nextMinute } from '../retry/platform-time.js';
import { restOfDayMs } from '../retry/quota-day.js';
import type { RetryAdvice } from '../verdict/verdict.js';

/** How long a limit holds whose end nobody names. */
const unnamedLimitMs = 30_000;

/** The shortest window that a platform counts in where it does not name it. */
const firstGuessMs = 60_000;

/**
 * The moment from which the advice allows another request, in epoch milliseconds. Of `longer-each-time` it is the first
 * guess; how often the limit was met before is known to the store alone.
 */
export function reopensAt(advice: RetryAdvice, nowMs: number): number {
  if (typeof advice === 'object') return advice.at;
  switch (advice) {
    case 'next-minute':
      return nextMinute(nowMs);
    case 'next-hour':
      return nextHour(nowMs);
    case 'next-day':
      return nowMs + restOfDayMs(nowMs);
    case 'backoff':
      return nowMs + unnamedLimitMs;
    case 'longer-each-time':
      return nowMs + firstGuessMs;
    case 'never':
    case 'now':
    case 'after-refresh':
      return nowMs;
  }
}
