import { nextBeijingMidnight, nextHour, nextMinute } from '../retry/platform-time.js';
import type { RetryAdvice } from '../verdict/verdict.js';

/** How long a limit holds whose end nobody names. */
const unnamedLimitMs = 30_000;

/** The moment from which the advice allows another request, in epoch milliseconds. */
export function reopensAt(advice: RetryAdvice, nowMs: number): number {
  if (typeof advice === 'object') return advice.at;
  switch (advice) {
    case 'next-minute':
      return nextMinute(nowMs);
    case 'next-hour':
      return nextHour(nowMs);
    case 'next-day':
      return nextBeijingMidnight(nowMs);
    case 'backoff':
      return nowMs + unnamedLimitMs;
    case 'never':
    case 'now':
    case 'after-refresh':
      return nowMs;
  }
}
