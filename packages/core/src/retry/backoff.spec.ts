import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullJitter } from './backoff.js';

describe('fullJitter', () => {
  it('stays between 0 and the doubled base, under the cap, for any attempt', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (baseMs, capMs, attempt, draw) => {
          const delayMs = fullJitter({ baseMs, capMs }, attempt, () => draw);
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThanOrEqual(Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 60)));
        },
      ),
    );
  });

  it('draws from the whole span', () => {
    const options = { baseMs: 1_000, capMs: 60_000 };
    expect(fullJitter(options, 1, () => 0)).toBe(0);
    expect(fullJitter(options, 1, () => 0.999)).toBeCloseTo(999);
    expect(fullJitter(options, 4, () => 0.5)).toBe(4_000);
    expect(fullJitter(options, 20, () => 0.5)).toBe(30_000);
  });
});
