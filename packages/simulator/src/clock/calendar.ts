const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Day quotas start anew at midnight in Beijing, which keeps no summer time. */
const BEIJING_OFFSET_MS = 8 * 3_600_000;

/** The number of the clock minute: minute quotas count from :00 to :59, they do not slide. */
export function clockMinute(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS);
}

/** The number of the day in Beijing. */
export function beijingDay(nowMs: number): number {
  return Math.floor((nowMs + BEIJING_OFFSET_MS) / DAY_MS);
}

/** The number of the calendar month in Beijing. */
export function beijingMonth(nowMs: number): number {
  const date = new Date(nowMs + BEIJING_OFFSET_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
