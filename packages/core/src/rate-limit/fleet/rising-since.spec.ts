import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeLineEntry } from '../limit-store.js';
import { risingSince } from './rising-since.js';

const start = Date.UTC(2026, 0, 1);

function line(...rates: readonly number[]): TimeLineEntry[] {
  return rates.flatMap((calls, index) =>
    calls === 0 ? [] : [{ startsAt: start + index * 10_000, calls, limited: 0, failed: 0, durationMs: 0 }],
  );
}

const rate = fc.integer({ min: 1, max: 100_000 });

describe('risingSince', () => {
  it('is undefined without calls, and of a single stretch', () => {
    expect(risingSince([])).toBeUndefined();
    expect(risingSince(line(500))).toBeUndefined();
  });

  it('finds where the last rise began', () => {
    expect(risingSince(line(100, 100, 100, 200, 400))).toBe(start + 20_000);
    expect(risingSince(line(900, 800, 50, 100, 300))).toBe(start + 20_000);
  });

  it('takes uneven calls for neither a rise nor its end', () => {
    expect(risingSince(line(100, 110, 95, 105, 98, 112))).toBeUndefined();
    expect(risingSince(line(95, 100, 98, 102, 99, 150, 140, 200))).toBe(start + 40_000);
  });

  it('counts stretches that were left out as stretches without calls', () => {
    expect(risingSince(line(100, 0, 0, 80, 100))).toBe(start + 20_000);
  });

  it('does not mistake a stretch that has only begun for the end of the rise', () => {
    expect(risingSince(line(100, 200, 300, 40))).toBe(start);
  });

  it('of a rate that only grew it is the beginning', () => {
    fc.assert(
      fc.property(fc.uniqueArray(rate, { minLength: 2, maxLength: 90 }), (rates) => {
        const rising = [...rates].sort((a, b) => a - b);
        const [lowest = 0] = rising;
        const highest = rising.at(-1) ?? 0;
        expect(risingSince(line(...rising))).toBe(highest >= 1.5 * lowest ? start : undefined);
      }),
    );
  });

  it('of a flat or falling rate it is undefined', () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1, maxLength: 90 }), (rates) => {
        expect(risingSince(line(...rates.map(() => 700)))).toBeUndefined();
        const falling = [...rates].sort((a, b) => b - a);
        expect(risingSince(line(...falling))).toBeUndefined();
      }),
    );
  });

  it('is always the beginning of a stretch that is lower than a later one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 90 }), (rates) => {
        const since = risingSince(line(...rates));
        if (since === undefined) return;
        const index = (since - start) / 10_000;
        expect(Number.isInteger(index)).toBe(true);
        expect(Math.max(...rates.slice(index))).toBeGreaterThan(rates[index] ?? 0);
      }),
    );
  });
});
