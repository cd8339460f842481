import { describe, expect, it } from 'vitest';
import type { LimitRule } from '../limit-store.js';
import { msUntilFresh } from './fresh-quota.js';

const base = { key: 'app', scope: 'app', weight: 1 } as const;
const nowMs = Date.parse('2026-03-01T15:58:30.250Z'); // 23:58:30.250 in Beijing
const left = { key: 'app', max: 10, left: 4 };
const cases: readonly [string, LimitRule, number | undefined][] = [
  ['a whole rolling window', { ...base, type: 'sliding-window', max: 10, windowMs: 5_000 }, 5_000],
  ['the rest of the clock minute', { ...base, type: 'calendar', unit: 'minute', max: 10 }, 29_750],
  ['the rest of the clock hour', { ...base, type: 'calendar', unit: 'hour', max: 10 }, 89_750],
  ['the rest of the Beijing day', { ...base, type: 'calendar', unit: 'day', max: 10 }, 89_750],
  ['what a bucket needs to fill up', { ...base, type: 'bucket', max: 2, windowMs: 1_000, burst: 10 }, 3_000],
  ['nothing for places', { ...base, type: 'concurrency', max: 10, holdMs: 1_000 }, undefined],
];

describe('msUntilFresh', () => {
  it.each(cases)('is %s', (_, rule, expected) => {
    expect(msUntilFresh(rule, left, nowMs)).toBe(expected);
  });
});
