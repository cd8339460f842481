import type { AnyWechatError } from '../../errors/errors.js';

/** Where nothing names a moment: an outage, for example. */
const unnamedMs = 30_000;
/** No limit of the platforms is longer than a day; stores keep open records for longer than that. */
const longestMs = 86_400_000;
const leastSpreadMs = 250;
const mostSpreadMs = 10_000;

/** Whether a message that ended so may go out by itself later. */
export function isForWantOfRoom({ code }: AnyWechatError): boolean {
  return code === 'RATE_LIMITED' || code === 'CIRCUIT_OPEN';
}

/** When to try a message again that ended so. Spread, so that what met one limit together does not come back together. */
export function dueInMs(error: AnyWechatError, random = Math.random()): number {
  const namedMs = Math.min(longestMs, namedWaitMs(error));
  const spreadMs = Math.min(mostSpreadMs, Math.max(leastSpreadMs, namedMs / 10));
  // A lease of 0 is none.
  return Math.max(1, Math.ceil(namedMs + random * spreadMs));
}

function namedWaitMs(error: AnyWechatError): number {
  if (isForWantOfRoom(error) && 'retryAfterMs' in error) return error.retryAfterMs ?? 0;
  // Its own time was up, or the process is about to stop: anybody may try at once.
  return error.code === 'DEADLINE' ? 0 : unnamedMs;
}
