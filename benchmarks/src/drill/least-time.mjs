/**
 * The least time from the first request to the last one in which a quota of `max` per window lets all tasks through, with
 * every request taking no time at all.
 *
 * Tasks fill `ceil(tasks / max)` windows. Sliding windows are one length apart, beginning with the first request. Fixed
 * ones begin with the clock: the first is under way when the first request comes, so that the next is less than a length
 * away, and the others follow it. The last window need only begin.
 *
 * @param firstAt of the first request, in epoch milliseconds; fixed windows begin at multiples of their length
 */
export function leastTimeMs({ tasks, max, windowMs, counts, firstAt }) {
  const windowsToCome = Math.ceil(tasks / max) - 1;
  if (windowsToCome <= 0) return 0;
  const nextAfterMs = counts === 'sliding' ? windowMs : windowMs - (firstAt % windowMs);
  return nextAfterMs + (windowsToCome - 1) * windowMs;
}
