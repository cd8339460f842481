export interface BackoffOptions {
  /** Upper bound of the first wait; each further one doubles. */
  readonly baseMs: number;
  /** No wait is longer. */
  readonly capMs: number;
}

/**
 * A wait drawn evenly from 0 to `min(capMs, baseMs × 2^(attempt - 1))`. Full jitter spreads callers that failed together
 * over the whole span, where equal steps would bring them back together.
 *
 * @param attempt 1 for the wait before the first repetition
 * @param random evenly from 0 (included) to 1 (not included)
 */
export function fullJitter(
  { baseMs, capMs }: BackoffOptions,
  attempt: number,
  random: () => number = Math.random,
): number {
  // 2 ** 1024 is Infinity, and 0 × Infinity no number.
  const doublings = Math.min(Math.max(0, attempt - 1), 60);
  const ceilingMs = Math.min(capMs, baseMs * 2 ** doublings);
  return random() * ceilingMs;
}
