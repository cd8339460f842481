/** Nobody means a longer delay by this header; a day is the longest limit of the platforms. */
const longestDelayMs = 24 * 3_600_000;

const seconds = /^\d+(?:\.\d+)?$/;
/** The three forms of RFC 9110 begin with a day's name; `Date.parse` alone would take almost anything for a date. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Between values, where a gateway and what stands behind it have each put in the header; never inside a date. */
const betweenValues = /,(?!\s+\d{1,2}[ -][a-z])/i;

/**
 * Reads `Retry-After`, in seconds (fractions too, which gateways send) or as an HTTP date; of several the latest.
 *
 * @param nowMs epoch milliseconds that a date is counted from; best the answer's own `Date`
 * @returns milliseconds from now, at most 24 hours; `undefined` for a date that has passed and for anything else
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const delaysMs = (value ?? '')
    .split(betweenValues)
    .map((one) => readOne(one.trim(), nowMs))
    .filter((delayMs) => delayMs !== undefined);
  return delaysMs.length === 0 ? undefined : Math.max(...delaysMs);
}

function readOne(text: string, nowMs: number): number | undefined {
  if (seconds.test(text)) return Math.min(Math.ceil(Number(text) * 1000), longestDelayMs);
  if (!httpDate.test(text)) return undefined;
  const delayMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) - nowMs;
  return delayMs > 0 ? Math.min(delayMs, longestDelayMs) : undefined;
}
