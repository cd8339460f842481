const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The platforms count days in Beijing: UTC+8 all year round. */
export const beijingOffsetMs = 8 * hourMs;

/** Start of the clock minute after `nowMs`, in epoch milliseconds. Limits "per minute" are counted in clock minutes. */
export function nextMinute(nowMs: number): number {
  return nextMultiple(nowMs, minuteMs);
}

/** Start of the clock hour after `nowMs`, in epoch milliseconds. */
export function nextHour(nowMs: number): number {
  return nextMultiple(nowMs, hourMs);
}

/** The next 00:00 in Beijing, when daily quotas begin anew, in epoch milliseconds. */
export function nextBeijingMidnight(nowMs: number): number {
  return nextMultiple(nowMs + beijingOffsetMs, dayMs) - beijingOffsetMs;
}

/** Always later than `valueMs`: who stands exactly at a boundary is in the new window already. */
function nextMultiple(valueMs: number, stepMs: number): number {
  return (Math.floor(valueMs / stepMs) + 1) * stepMs;
}

/** Hour (0 to 23) and weekday (0: Sunday) in Beijing, whatever the host's time zone. */
export function beijingTime(nowMs: number): { readonly hour: number; readonly weekday: number } {
  const hours = Math.floor((nowMs + beijingOffsetMs) / hourMs);
  // 1 January 1970 was a Thursday.
  return { hour: mod(hours, 24), weekday: mod(Math.floor(hours / 24) + 4, 7) };
}

function mod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
