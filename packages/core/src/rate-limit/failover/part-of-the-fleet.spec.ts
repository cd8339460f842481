import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarRule, LimitRule } from '../limit-store.js';
import { KnownLeft } from './known-left.js';
import { partOf, ruleAlone } from './part-of-the-fleet.js';

const processCount = fc.integer({ min: 1, max: 40 });
const max = fc.integer({ min: 1, max: 2000 });

function fleetOf(processes: number) {
  return Array.from({ length: processes }, (_, rank) => ({ processes, rank }));
}

describe('the part of one process', () => {
  it('adds up to the limit over all processes, and differs by one at most', () => {
    fc.assert(
      fc.property(max, processCount, (whole, processes) => {
        const parts = fleetOf(processes).map((share) => partOf(whole, share));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  const key = 'app:1000ms';
  const rules: readonly LimitRule[] = [
    { type: 'sliding-window', key, scope: 'app', weight: 1, max: 3, windowMs: 1000 },
    { type: 'calendar', unit: 'day', key, scope: 'app', weight: 1, max: 3 },
    { type: 'concurrency', key, scope: 'app', weight: 1, max: 3, holdMs: 1000 },
  ];

  it.each(rules)(
    'of a rule of type $type: where there is less than one for each, the first ones have it',
    (rule) => {
      const parts = fleetOf(5).map((share) => ruleAlone(rule, share)?.max);
      expect(parts).toEqual([1, 1, 1, undefined, undefined]);
    },
  );

  it('is none of a rule that one call takes more of than it has', () => {
    const heavy: LimitRule = {
      type: 'sliding-window',
      key,
      scope: 'app',
      weight: 3,
      max: 10,
      windowMs: 1000,
    };
    expect(fleetOf(4).map((share) => ruleAlone(heavy, share)?.max)).toEqual([3, 3, undefined, undefined]);
  });

  it('of a bucket fills at its part of the rate, one call at a time', () => {
    const bucket: LimitRule = {
      type: 'bucket',
      key,
      scope: 'tenant',
      weight: 1,
      max: 60,
      windowMs: 60_000,
      burst: 20,
    };
    expect(ruleAlone(bucket, { processes: 4, rank: 3 })).toMatchObject({ max: 15, burst: 1 });
  });
});

describe('what is known to be left', () => {
  const day: CalendarRule = {
    type: 'calendar',
    unit: 'day',
    key: 'app:day',
    scope: 'app',
    weight: 1,
    max: 1000,
  };
  const at = (wallMs: number) => ({ wallMs, steadyMs: wallMs - Date.UTC(2026, 4, 1) });
  const noon = at(Date.UTC(2026, 4, 1, 4));

  it('of a rule that no answer names is never more than was left of it', () => {
    fc.assert(
      fc.property(max, max, fc.double({ min: 0, max: 1, noNaN: true }), (ours, theirs, share) => {
        const known = new KnownLeft();
        const left = Math.floor(theirs * share);
        // The store names the rule with the smallest share left, so ours has at least as large a one.
        const trulyLeft = Math.ceil((ours * left) / theirs);
        known.note([{ ...day, max: ours }], { key: 'app:1000ms', max: theirs, left }, () => noon);
        expect(known.leftOf(day, noon)).toBeLessThanOrEqual(trulyLeft);
      }),
    );
  });

  it('is forgotten with the day, at midnight in Beijing', () => {
    const known = new KnownLeft();
    known.note([day], { key: day.key, max: 1000, left: 10 }, () => noon);
    expect(known.leftOf(day, at(Date.UTC(2026, 4, 1, 15, 59)))).toBe(10);
    expect(known.leftOf(day, at(Date.UTC(2026, 4, 1, 16, 0)))).toBeUndefined();
  });

  it('of a person is forgotten with the window, so that a day of messages does not stay', () => {
    const known = new KnownLeft();
    const hourMs = 3_600_000;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const key = `recipient:${minute}:${hourMs}ms`;
      const hour = {
        type: 'sliding-window',
        scope: 'recipient',
        weight: 1,
        max: 1000,
        windowMs: hourMs,
      } as const;
      known.note([{ ...hour, key }], { key, max: 1000, left: 999 }, () => at(minute * 60_000));
      expect(known.leftOf({ ...hour, key }, at(minute * 60_000))).toBe(999);
    }
    expect(known.size).toBeLessThan(75);
  });
});
