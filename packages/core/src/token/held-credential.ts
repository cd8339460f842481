/** The copy that a process answers from. Moments are of the clock's monotonic time. */
export interface HeldCredential {
  readonly value: string;
  readonly lifetimeMs: number;
  readonly givenAtMs: number;
  /** From here on somebody should fetch a new one; this one is still good. */
  readonly refreshAtMs: number;
  /** From here on it is not used: a request that leaves now might arrive too late. */
  readonly unusableAtMs: number;
}

export interface Lifetime {
  readonly value: string;
  readonly lifetimeMs: number;
  readonly remainingMs: number;
}

/** Time that a request may be under way with a token that is about to end. */
const safetyMs = 5_000;

/**
 * The refresh begins `marginMs` before the end, but never in the first half of the lifetime, and the last seconds (at
 * most a tenth) are not used.
 *
 * @param asOfMs when `remainingMs` was true, or earlier: the start of the request that brought it
 */
export function holdCredential(
  { value, lifetimeMs, remainingMs }: Lifetime,
  asOfMs: number,
  marginMs: number,
): HeldCredential {
  const endsAtMs = asOfMs + remainingMs;
  const unusableAtMs = endsAtMs - Math.min(safetyMs, lifetimeMs / 10);
  const refreshAtMs = Math.min(endsAtMs - Math.min(marginMs, lifetimeMs / 2), unusableAtMs);
  return { value, lifetimeMs, givenAtMs: endsAtMs - lifetimeMs, refreshAtMs, unusableAtMs };
}
