import { isKeptExactly, type LimitRule } from '../limit-store.js';
import type { Counter } from './counter.js';
import { DayCount } from './day-count.js';
import { Places } from './places.js';
import { WindowLog } from './window-log.js';
import { WindowSlots } from './window-slots.js';

export type { Counter, Instant } from './counter.js';

/** How a rule is counted. */
export type CounterKind = 'log' | 'slots' | 'day' | 'places';

export function counterKindOf(rule: LimitRule): CounterKind {
  switch (rule.type) {
    case 'sliding-window':
      return isKeptExactly(rule) ? 'log' : 'slots';
    case 'calendar-day':
      return 'day';
    case 'concurrency':
      return 'places';
  }
}

/**
 * Names the counter of a rule where processes share it. The way of counting is part of it, so that two releases of an
 * application with other figures never read each other's numbers wrongly.
 */
export function counterNameOf(rule: LimitRule): string {
  const kind = counterKindOf(rule);
  return kind === 'slots' && rule.type === 'sliding-window'
    ? `${kind}:${rule.windowMs}:${rule.key}`
    : `${kind}:${rule.key}`;
}

/** A fresh counter. It is kept under the rule's key, so it only ever sees rules of the type it knows. */
export function newCounter(rule: LimitRule): Counter {
  if (rule.type === 'calendar-day') return new DayCount() as Counter;
  if (rule.type === 'concurrency') return new Places() as Counter;
  return (isKeptExactly(rule) ? new WindowLog() : new WindowSlots(rule.windowMs)) as Counter;
}
