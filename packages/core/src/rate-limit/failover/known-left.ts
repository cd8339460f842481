import type { Instant } from '../counters/index.js';
import type { LimitRule, Remaining } from '../limit-store.js';
import { SweptMap } from '../swept-map.js';
import { unitEndsAt } from '../unit-end.js';
import { isLong } from './part-of-the-fleet.js';

interface Known {
  left: number;
  steadyMs: number;
  wallMs: number;
}

/** Longer than the longest unit or window that matters here; older word is worth nothing. */
const keptMs = 86_400_000;

/**
 * What the shared store said is left of long windows and calendar units, for the time in which it cannot be asked.
 *
 * An answer names only the rule that has the smallest share left. So every other rule of that admission had at least the
 * same share, which is what is remembered of it: too little rather than too much. What other processes took since is not
 * known; the headroom is for that.
 */
export class KnownLeft {
  readonly #byKey = new SweptMap<Known>();

  note(rules: readonly LimitRule[], remaining: Remaining, at: Instant): void {
    for (const rule of rules) {
      if (isLong(rule) && rule.type !== 'bucket') this.#remember(rule.key, leftAtLeast(rule, remaining), at);
    }
  }

  /** `undefined` where nothing is known of the window or unit that is under way. */
  leftOf(rule: LimitRule, at: Instant): number | undefined {
    const known = this.#byKey.get(rule.key);
    if (known === undefined) return undefined;
    if (rule.type === 'calendar') {
      return unitEndsAt(rule.unit, known.wallMs) === unitEndsAt(rule.unit, at.wallMs)
        ? known.left
        : undefined;
    }
    const isOld = rule.type !== 'sliding-window' || at.steadyMs - known.steadyMs > rule.windowMs;
    return isOld ? undefined : known.left;
  }

  #remember(key: string, left: number, { steadyMs, wallMs }: Instant): void {
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      known.left = left;
      known.steadyMs = steadyMs;
      known.wallMs = wallMs;
      return;
    }
    this.#byKey.sweep((old) => steadyMs - old.steadyMs > keptMs);
    this.#byKey.set(key, { left, steadyMs, wallMs });
  }
}

function leftAtLeast(
  rule: { readonly key: string; readonly max: number },
  { key, max, left }: Remaining,
): number {
  return rule.key === key ? left : Math.floor((rule.max * left) / max);
}
