import { isKeptExactly, type LimitRule } from '../limit-store.js';
import { Bucket } from './bucket.js';
import { CalendarTally, unitMs } from './calendar-tally.js';
import type { Counter } from './counter.js';
import { Places } from './places.js';
import { SharedDoor } from './shared-door.js';
import { SlotTally } from './slot-tally.js';
import { SplitCounter } from './split-counter.js';
import type { Tally } from './tally.js';
import { TallyCounter } from './tally-counter.js';
import { WindowLog } from './window-log.js';

export type { Counter, Instant, Room } from './counter.js';
export { SharedDoor, unitMs };

/** How a rule is counted. */
export type CounterKind = 'log' | 'slots' | 'calendar' | 'bucket' | 'places';

export function counterKindOf(rule: LimitRule): CounterKind {
  switch (rule.type) {
    case 'sliding-window':
      return isKeptExactly(rule) ? 'log' : 'slots';
    case 'calendar':
    case 'bucket':
      return rule.type;
    case 'concurrency':
      return 'places';
  }
}

/**
 * Names the counter of a rule. The way of counting is part of it, so that two releases of an application, or a policy
 * that has changed, never read each other's numbers wrongly.
 */
export function counterNameOf(rule: LimitRule): string {
  switch (rule.type) {
    case 'sliding-window':
      return isKeptExactly(rule) ? `log:${rule.key}` : `slots:${rule.windowMs}:${sharedNameOf(rule)}`;
    case 'calendar':
      return `${rule.unit}:${sharedNameOf(rule)}`;
    case 'bucket':
      return `bucket:${rule.key}`;
    case 'concurrency':
      return `places:${rule.key}`;
  }
}

function sharedNameOf({ key, split }: Extract<LimitRule, { type: 'sliding-window' | 'calendar' }>): string {
  return split === undefined ? key : `${split.counter}:${split.groups.map(({ name }) => name).join(',')}`;
}

/** A fresh counter. It is kept under the rule's counter name, so it only ever sees rules of the type it knows. */
export function newCounter(rule: LimitRule): Counter {
  return counterFor(rule) as Counter;
}

function counterFor(rule: LimitRule): unknown {
  switch (rule.type) {
    case 'concurrency':
      return new Places();
    case 'bucket':
      return new Bucket();
    case 'calendar':
      return tallied(rule, (columns) => new CalendarTally(rule.unit, columns));
    case 'sliding-window':
      if (isKeptExactly(rule)) return new WindowLog();
      return tallied(rule, (columns) => new SlotTally(rule.windowMs, columns));
  }
}

function tallied(
  { split }: Extract<LimitRule, { type: 'sliding-window' | 'calendar' }>,
  tallyOf: (columns: number) => Tally,
): unknown {
  if (split === undefined) return new TallyCounter(tallyOf(1));
  return new SplitCounter(tallyOf(split.groups.length), split.groups.length);
}
