import type { LimitRule, Remaining } from '../limit-store.js';
import { unitEndsAt } from '../unit-end.js';

/**
 * Time until the whole of a limit is there again, if nobody takes any more. `undefined`: the rule has no window.
 *
 * @param nowMs epoch milliseconds
 */
export function msUntilFresh(rule: LimitRule, { max, left }: Remaining, nowMs: number): number | undefined {
  switch (rule.type) {
    case 'sliding-window':
      return rule.windowMs;
    case 'calendar':
      return unitEndsAt(rule.unit, nowMs) - nowMs;
    case 'bucket':
      return Math.ceil(((max - left) * rule.windowMs) / rule.max);
    case 'concurrency':
      return undefined;
  }
}
