import type { Clock } from './clock.js';

/** Waits for work, but no longer than this; how it ends is no matter. Leaves no timer behind. */
export async function waitAtMost(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const limit = clock.sleep(limitMs, over.signal);
  await Promise.allSettled([Promise.race([work, limit])]);
  over.abort();
  await Promise.allSettled([limit]);
}
