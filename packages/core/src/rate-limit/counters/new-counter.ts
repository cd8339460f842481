import type { LimitRule } from '../limit-store.js';
import { Bucket } from './bucket.js';
import { CalendarTally } from './calendar-tally.js';
import type { Counter } from './counter.js';
import { Places } from './places.js';
import { SlotTally } from './slot-tally.js';
import { SplitCounter } from './split-counter.js';
import type { Tally } from './tally.js';
import { TallyCounter } from './tally-counter.js';

/**
 * A fresh counter for a rule that is no exact window. It is kept under the rule's counter name, so it only ever sees rules
 * of the type it knows.
 */
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
