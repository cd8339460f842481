/** What is known of the limits that a number of messages will meet. */
export interface ForecastGiven {
  readonly count: number;
  /** From now to the next 00:00 Beijing time. */
  readonly restOfDayMs: number;
  /** `undefined`: nobody told of a quota. */
  readonly quota: { readonly remainingToday: number; readonly dailyLimit: number } | undefined;
  /** `undefined`: no rate is known. */
  readonly perSecond: number | undefined;
}

export interface SendForecast {
  /** `undefined` where neither a quota nor a rate is known. */
  readonly fitsToday: boolean | undefined;
  /** Until the last one leaves, at least; `undefined` where the day it leaves on is all that is known. */
  readonly durationMs: number | undefined;
  /** Days by Beijing time on which messages leave, today included; `undefined` where they never all will. */
  readonly days: number | undefined;
  /** What decides on it; `nothing known`: no limit that is known stands in the way. */
  readonly limitedBy: 'quota' | 'rate' | 'nothing known';
}

const dayMs = 86_400_000;

/** How long so many messages take, where nobody else sends any. */
export function sendForecast(given: ForecastGiven): SendForecast {
  const { count, restOfDayMs, quota, perSecond } = given;
  const isKnown = quota !== undefined || perSecond !== undefined;
  const today = atMost(quota?.remainingToday, perSecond, restOfDayMs);
  const aDay = atMost(quota?.dailyLimit, perSecond, dayMs);
  const limitedBy = limitOf(given);
  if (count <= today.most) {
    const durationMs = timeFor(count, perSecond);
    return { fitsToday: isKnown ? true : undefined, durationMs, days: count === 0 ? 0 : 1, limitedBy };
  }
  const left = count - today.most;
  if (aDay.most <= 0) return { fitsToday: false, durationMs: undefined, days: undefined, limitedBy };
  const moreDays = Math.ceil(left / aDay.most);
  const onTheLast = timeFor(left - (moreDays - 1) * aDay.most, perSecond) ?? 0;
  const durationMs = restOfDayMs + (moreDays - 1) * dayMs + onTheLast;
  return { fitsToday: false, durationMs, days: moreDays + (today.most > 0 ? 1 : 0), limitedBy };
}

/** Whole messages that a quota and a rate let through in a stretch of time. */
function atMost(
  quota = Number.POSITIVE_INFINITY,
  perSecond = Number.POSITIVE_INFINITY,
  forMs: number,
): { readonly most: number; readonly isQuota: boolean } {
  const byRate = perSecond === Number.POSITIVE_INFINITY ? perSecond : Math.floor((perSecond * forMs) / 1000);
  return { most: Math.min(quota, byRate), isQuota: quota < byRate };
}

function timeFor(count: number, perSecond: number | undefined): number | undefined {
  if (count === 0) return 0;
  return perSecond === undefined ? undefined : Math.ceil((count * 1000) / perSecond);
}

function limitOf({ count, restOfDayMs, quota, perSecond }: ForecastGiven): SendForecast['limitedBy'] {
  const today = atMost(quota?.remainingToday, perSecond, restOfDayMs);
  const isOverToday = count > today.most;
  const isQuota = isOverToday && (today.isQuota || atMost(quota?.dailyLimit, perSecond, dayMs).isQuota);
  if (isQuota) return 'quota';
  return perSecond === undefined ? 'nothing known' : 'rate';
}
