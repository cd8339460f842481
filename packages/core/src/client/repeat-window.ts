/** Clocks drift and queues delay: the platform may have started its count earlier than we think. */
const safetyMs = 5000;

/**
 * How old a first attempt may be for another one to reach the platform while it still remembers the first.
 * Never negative: a window shorter than one attempt allows no repetition.
 */
export function repeatWindowMs(deduplicationWindowMs: number, timeoutMs: number): number {
  return Math.max(0, deduplicationWindowMs - timeoutMs - safetyMs);
}
