import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBeijingMidnight, nextHour, nextMinute } from './platform-time.js';

const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

function beijing(epochMs: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(epochMs);
}

describe('platform time', () => {
  it('the next day begins at 00:00 in Beijing', () => {
    expect(nextBeijingMidnight(Date.UTC(2026, 0, 1, 15, 59, 59, 999))).toBe(Date.UTC(2026, 0, 1, 16));
    expect(nextBeijingMidnight(Date.UTC(2026, 0, 1, 16))).toBe(Date.UTC(2026, 0, 2, 16));
    expect(beijing(nextBeijingMidnight(Date.UTC(2026, 1, 28, 20)))).toBe('02/03/2026, 00:00:00');
  });

  it('is 00:00 by the time zone database, within a day, for any moment since China gave up summer time', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1992, 0, 1), max: Date.UTC(2100, 0, 1) }), (nowMs) => {
        const midnight = nextBeijingMidnight(nowMs);
        expect(beijing(midnight)).toMatch(/00:00:00$/);
        expect(midnight - nowMs).toBeGreaterThan(0);
        expect(midnight - nowMs).toBeLessThanOrEqual(86_400_000);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['minute', nextMinute, 60_000],
    ['hour', nextHour, 3_600_000],
  ])('the next %s is a boundary, later than now, by at most its length', (_name, next, stepMs) => {
    fc.assert(
      fc.property(moment, (nowMs) => {
        expect(next(nowMs) % stepMs).toBe(0);
        expect(next(nowMs)).toBeGreaterThan(nowMs);
        expect(next(nowMs) - nowMs).toBeLessThanOrEqual(stepMs);
      }),
    );
  });
});
