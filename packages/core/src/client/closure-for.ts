import type { SeenThrough } from '../rate-limit/fleet/limit-desk.js';
import type { Closure, ClosureAnswer } from '../rate-limit/limit-store.js';
import type { RetryAdvice, Verdict } from '../verdict/verdict.js';
import { reopensAt } from './reopening.js';

/** Where nobody knows whether some of the quota is left. */
export const shortWindowMs = 30_000;

/**
 * While the quota is asked for. Calls that wait in line and could not outlast a longer closure would leave at once, and
 * not learn of the moment that the answer names. It is longer only where the limit is met again at once: some of the
 * quota was left then, and the answer was about a window that nobody names.
 */
export const whileAsked: Closure = { forMs: 2000, growing: [2000, 5000, shortWindowMs] };

/** For `Retry-After: 0` and for the last moment of a minute, which the platform's clock may not have reached yet. */
const leastClosureMs = 1000;
const minuteMs = 60_000;

/** A minute, an hour, a day: the windows of a platform that does not say which of them was met. */
const growing = [minuteMs, 3_600_000, 'day'] as const;

/** What several endpoints meet together is a matter of seconds or of a minute, not of the longest of their waits. */
const longestWideningMs = minuteMs;

/** How long the answer closes its scope, and what had gone through, so that the door reopens to a pace. */
export function closureFor(
  verdict: Verdict,
  endpoint: string,
  nowMs: number,
  seenPerSecond: (through: SeenThrough) => number | undefined,
): Closure {
  const forMs = Math.max(leastClosureMs, reopensAt(verdict.retry, nowMs) - nowMs);
  const scope = verdict.scope ?? 'endpoint';
  // One person's limit is counted already, and a day's quota is no matter of pace.
  if (scope === 'recipient' || verdict.retry === 'next-day') return { forMs };
  const seen = seenPerSecond({ scope, endpoint, ...windowOf(verdict.retry, forMs) });
  return verdict.retry === 'longer-each-time'
    ? { forMs, growing, seenPerSecond: seen }
    : { forMs, seenPerSecond: seen };
}

/** The window that the limit was probably counted in. */
function windowOf(retry: RetryAdvice, forMs: number): Pick<SeenThrough, 'windowMs' | 'span'> {
  if (retry === 'next-minute') return { windowMs: minuteMs, span: 'whole' };
  return { windowMs: forMs, span: typeof retry === 'object' ? 'whole' : 'used' };
}

/** How often the limit was met before is known to the store alone. */
export function growingAnswer({ forMs, growing: steps }: Closure, { leftMs }: ClosureAnswer): number {
  return steps === undefined ? forMs : leftMs;
}

/** The same for the whole app. */
export function widened({ forMs }: Closure): { readonly forMs: number; readonly windowMs: number } {
  return { forMs: Math.min(forMs, longestWideningMs), windowMs: minuteMs };
}
