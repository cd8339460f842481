import type { Instant } from '../counters/index.js';
import type { LimitRule, Remaining } from '../limit-store.js';
import { SweptMap } from '../swept-map.js';
import { unitEndsAt } from '../unit-end.js';
import { isLong } from './part-of-the-fleet.js';

type WindowOrUnit = Extract<LimitRule, { type: 'sliding-window' | 'calendar' }>;

interface Known {
  left: number;
  steadyMs: number;
  wallMs: number;
  /** Steady moment from which it is worth nothing: everybody who got a message has an entry until then. */
  untilMs: number;
}

/**
 * What the shared store said is left of long windows and calendar units, for the time in which it cannot be asked.
 *
 * An answer names only the rule that has the smallest share left. So every other rule of that admission had at least the
 * same share, which is what is remembered of it: too little rather than too much. What other processes took since is not
 * known; the headroom is for that.
 */
export class KnownLeft {
  readonly #byKey = new SweptMap<Known>();

  get size(): number {
    return this.#byKey.size;
  }

  /** @param now asked only where there is something to remember */
  note(rules: readonly LimitRule[], remaining: Remaining, now: () => Instant): void {
    for (const rule of rules) {
      if (hasLeft(rule) && isLong(rule)) this.#remember(rule, leftAtLeast(rule, remaining), now());
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

  #remember(rule: WindowOrUnit, left: number, { steadyMs, wallMs }: Instant): void {
    const untilMs = steadyMs + restMs(rule, wallMs);
    const known = this.#byKey.get(rule.key);
    if (known !== undefined) {
      known.left = left;
      known.steadyMs = steadyMs;
      known.wallMs = wallMs;
      known.untilMs = untilMs;
      return;
    }
    this.#byKey.sweep((old) => steadyMs > old.untilMs);
    this.#byKey.set(rule.key, { left, steadyMs, wallMs, untilMs });
  }
}

/** How much longer what is taken now counts. */
function restMs(rule: WindowOrUnit, wallMs: number): number {
  return rule.type === 'calendar' ? unitEndsAt(rule.unit, wallMs) - wallMs : rule.windowMs;
}

function leftAtLeast(
  rule: { readonly key: string; readonly max: number },
  { key, max, left }: Remaining,
): number {
  return rule.key === key ? left : Math.floor((rule.max * left) / max);
}

function hasLeft(rule: LimitRule): rule is WindowOrUnit {
  return rule.type === 'sliding-window' || rule.type === 'calendar';
}
