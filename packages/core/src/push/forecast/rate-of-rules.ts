import { unitMs } from '../../rate-limit/counters/index.js';
import type { LimitRule } from '../../rate-limit/limit-store.js';

/** What rules let through, for a call that has all of it to itself. */
export interface RuleRate {
  /** `undefined`: no rule bounds it. */
  readonly perSecond: number | undefined;
  readonly perDay: number | undefined;
}

export function rateOfRules(rules: readonly LimitRule[]): RuleRate {
  return {
    perSecond: least(rules.map(perSecondOf)),
    perDay: least(rules.filter(isOfDay).map(callsOf)),
  };
}

function perSecondOf(rule: LimitRule): number | undefined {
  // How long a call keeps its place is not known.
  if (rule.type === 'concurrency' || isOfDay(rule)) return undefined;
  const windowMs = rule.type === 'calendar' ? unitMs[rule.unit] : rule.windowMs;
  return ((rule.max / rule.weight) * 1000) / windowMs;
}

function isOfDay(rule: LimitRule): boolean {
  return rule.type === 'calendar' && rule.unit === 'day';
}

function callsOf({ max, weight }: LimitRule): number {
  return Math.floor(max / weight);
}

function least(figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
