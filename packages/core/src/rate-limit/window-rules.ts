import type { LimitScope } from '../verdict/verdict.js';
import type { LimitSpec } from './limit-options.js';
import type { CalendarRule, ConcurrencyRule, LimitRule, SlidingWindowRule } from './limit-store.js';

export type WindowRule = SlidingWindowRule | CalendarRule;

/** Whose limits the rules are. */
export interface RuleOwner {
  /** Begins the keys, for example `endpoint:template.send`. */
  readonly name: string;
  readonly scope: LimitScope;
  readonly weight: number;
  /** Shares a window between groups. `figure` is its `max` before headroom was taken. */
  readonly share?: ((rule: WindowRule, figure: number) => LimitRule) | undefined;
}

/** A place is given back after this, should its holder die: longer than any attempt takes. */
const placeHoldMs = 120_000;

/** The rules of one spec, shortest window first. */
export function rulesOf(spec: LimitSpec, owner: RuleOwner, headroom: number): LimitRule[] {
  const shared = (rule: WindowRule, figure: number) => owner.share?.(rule, figure) ?? rule;
  const rules: LimitRule[] = [];
  for (const [windowMs, figure] of windowsOf(spec)) {
    rules.push(shared(slidingWindow(owner, windowMs, figure, headroom), figure));
  }
  if (spec.perDay !== undefined) rules.push(shared(day(owner, spec.perDay, headroom), spec.perDay));
  if (spec.concurrency !== undefined) rules.push(places(owner, spec.concurrency));
  return rules;
}

/**
 * Without headroom nothing hides that requests differ in their delay: two that leave one window apart may arrive closer
 * together. So it counts from the end of each call.
 */
function slidingWindow(
  { name, scope, weight }: RuleOwner,
  windowMs: number,
  figure: number,
  headroom: number,
): SlidingWindowRule {
  const max = usable(figure, headroom);
  const key = `${name}:${windowMs}ms`;
  const rule: SlidingWindowRule = { type: 'sliding-window', key, scope, max, windowMs, ...fit(weight, max) };
  return headroom === 0 ? { ...rule, countsFrom: 'end' } : rule;
}

function day({ name, scope, weight }: RuleOwner, figure: number, headroom: number): CalendarRule {
  const max = usable(figure, headroom);
  return { type: 'calendar', unit: 'day', key: `${name}:day`, scope, max, ...fit(weight, max) };
}

function places({ name, scope }: RuleOwner, max: number): ConcurrencyRule {
  return { type: 'concurrency', key: `${name}:concurrency`, scope, weight: 1, max, holdMs: placeHoldMs };
}

/** One rule per length of window: where two are given for the same length, the smaller one holds. */
function windowsOf(spec: LimitSpec): readonly (readonly [windowMs: number, figure: number])[] {
  const figureByWindowMs = new Map<number, number>();
  const add = (figure: number | undefined, windowMs: number | undefined) => {
    if (figure === undefined || windowMs === undefined) return;
    figureByWindowMs.set(windowMs, Math.min(figure, figureByWindowMs.get(windowMs) ?? figure));
  };
  add(spec.perSecond, 1000);
  add(spec.perMinute, 60_000);
  add(spec.max, spec.windowMs);
  return [...figureByWindowMs].sort(([a], [b]) => a - b);
}

/** At least one: a limit that lets nothing through would hold calls up for ever. */
function usable(figure: number, headroom: number): number {
  // 1000 × (1 − 0.9) is 99.99…; the small addition makes it the 100 that is meant.
  return Math.max(1, Math.floor(figure * (1 - headroom) + 1e-6));
}

/** A call that is heavier than the whole limit takes all of it; otherwise it could never go. */
export function fit(weight: number, max: number): { readonly weight: number } {
  return { weight: Math.min(weight, max) };
}
