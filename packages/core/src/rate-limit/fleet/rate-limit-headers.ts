/** What a gateway tells in the headers of an answer. */
export interface RateLimitHeaders {
  /** Whom the gateway counts for, where it says so. */
  readonly group: string | undefined;
  readonly limit: number;
  readonly remaining: number;
  /** From the answer on, in milliseconds; `undefined` where it is not told. */
  readonly resetsInMs: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** Larger numbers are moments: as a delay in seconds this one would be over 30 years. */
const leastEpochSeconds = 1e9;
const leastEpochMs = 1e12;
/** A window is a day at most; a later reset is somebody's slip of the unit. */
const longestMs = 86_400_000;

const leadingNumber = /^(\d{1,15}(?:\.\d{1,9})?)\s*(?:[,;]|$)/;
const groupName = /^[\w.:/-]{1,64}$/;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining`, `-Reset` and `-Group`. The reset may be a delay in seconds or a moment in
 * seconds or milliseconds since 1970. `undefined` where limit and remainder are not both told, or make no sense.
 *
 * @param headers names in lower case
 * @param nowMs epoch milliseconds that a moment is counted from; the answer's own `Date` goes before it
 */
export function readRateLimitHeaders(headers: Headers, nowMs: number): RateLimitHeaders | undefined {
  const limit = numberOf(headers['x-ratelimit-limit']);
  const remaining = numberOf(headers['x-ratelimit-remaining']);
  if (limit === undefined || remaining === undefined || limit < 1 || remaining > limit) return undefined;
  const answeredAt = Date.parse(headers.date ?? '');
  return {
    group: groupOf(headers['x-ratelimit-group']),
    limit: Math.floor(limit),
    remaining: Math.floor(remaining),
    resetsInMs: resetsIn(headers['x-ratelimit-reset'], Number.isNaN(answeredAt) ? nowMs : answeredAt),
  };
}

/** Newer gateways append the policy (`100;w=60`), and a proxy may have joined two of them. */
function numberOf(text: string | undefined): number | undefined {
  const digits = leadingNumber.exec(text?.trim() ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function resetsIn(text: string | undefined, answeredAt: number): number | undefined {
  const reset = numberOf(text);
  if (reset === undefined) return undefined;
  const delayMs = delayOf(reset, answeredAt);
  return delayMs >= 0 && delayMs <= longestMs ? Math.ceil(delayMs) : undefined;
}

function delayOf(reset: number, answeredAt: number): number {
  if (reset >= leastEpochMs) return reset - answeredAt;
  return reset >= leastEpochSeconds ? reset * 1000 - answeredAt : reset * 1000;
}

/** The name ends in keys and events. */
function groupOf(text: string | undefined): string | undefined {
  const name = text?.trim() ?? '';
  return groupName.test(name) ? name : undefined;
}
