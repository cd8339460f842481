import { nextBeijingMidnight, nextHour, nextMinute } from '../../retry/platform-time.js';
import type { CalendarRule, LimitRule, Remaining } from '../limit-store.js';

const nextUnit: Readonly<Record<CalendarRule['unit'], (nowMs: number) => number>> = {
  minute: nextMinute,
  hour: nextHour,
  day: nextBeijingMidnight,
};

/** Time until the whole of a limit is there again, if nobody takes any more. `undefined`: the rule has no window. */
export function msUntilFresh(rule: LimitRule, { max, left }: Remaining, nowMs: number): number | undefined {
  switch (rule.type) {
    case 'sliding-window':
      return rule.windowMs;
    case 'calendar':
      return nextUnit[rule.unit](nowMs) - nowMs;
    case 'bucket':
      return Math.ceil(((max - left) * rule.windowMs) / rule.max);
    case 'concurrency':
      return undefined;
  }
}
