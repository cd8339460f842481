import type { LimitRule } from '../limit-store.js';

/** How many processes there are, and which of them this one is, from 0. */
export interface FleetShare {
  readonly processes: number;
  readonly rank: number;
}

/** Splits whole calls so that the parts of all processes add up to `max` exactly. Where there are not enough, the first ones have one each. */
export function partOf(max: number, { processes, rank }: FleetShare): number {
  const whole = Math.floor(max);
  return Math.floor(whole / processes) + (rank < whole % processes ? 1 : 0);
}

/**
 * What one process may take of a rule while none can ask the others; `undefined`: nothing.
 *
 * Budget groups share the process' part as they come: their own parts of it could be less than one call.
 */
export function ruleAlone(rule: LimitRule, share: FleetShare): LimitRule | undefined {
  if (rule.type === 'bucket') {
    return { ...rule, max: rule.max / share.processes, burst: Math.max(1, rule.weight) };
  }
  const max = partOf(rule.max, share);
  const weight = rule.type === 'concurrency' ? 1 : rule.weight;
  if (max < weight) return undefined;
  if (rule.type === 'concurrency' || rule.split === undefined) return { ...rule, max };
  const { split, ...whole } = rule;
  return { ...whole, key: split.counter, max };
}

/** What is longer is not waited for in an outage. */
export const longestShortMs = 60_000;

export function isLong(rule: LimitRule): boolean {
  if (rule.type === 'calendar') return rule.unit !== 'minute';
  return rule.type === 'sliding-window' && rule.windowMs > longestShortMs;
}

/**
 * For how long an admission counts, at most; not for calendar units, which end when they end.
 *
 * @param inFlightMs longest time from an admission to the end of its call
 */
export function memoryMs(
  rule: Exclude<LimitRule, { type: 'calendar' }>,
  inFlightMs: number,
  { processes }: FleetShare,
): number {
  switch (rule.type) {
    case 'sliding-window':
      return rule.windowMs + (rule.countsFrom === 'end' ? inFlightMs : 0) + 1;
    case 'concurrency':
      return Math.min(rule.holdMs, inFlightMs);
    case 'bucket':
      // The burst fills up again; and each process may begin with one call.
      return Math.ceil((Math.max(rule.burst, processes) * rule.windowMs) / rule.max);
  }
}
