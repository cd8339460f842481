import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from './parts.js';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Shares that add up to 1 or less, as options give them. */
const shares = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 })
  .map((weights) => weights.map((weight) => weight / Math.max(1, sum(weights))));

describe('partsOf', () => {
  it.each([
    [[0.7, 0.3], 100, [70, 30]],
    [[0.1, 0.2, 0.7], 10, [1, 2, 7]],
    [[1 / 3, 1 / 3, 1 / 3], 100, [34, 33, 33]],
    [[0.5, 0.25, 0.25], 10, [5, 3, 2]],
    [[0.98, 0.02], 10, [9, 1]],
    [[0.6, 0.3, 0.1], 2, [1, 1, 0]],
    [[1, 0], 5, [5, 0]],
    [[0.4], 10, [4]],
  ])('splits by %j a whole of %i into %j', (of, whole, parts) => {
    expect(partsOf(of, whole)).toEqual(parts);
  });

  it('never gives more than the whole, and all of it where the shares do', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 100_000 }), (of, whole) => {
        const total = sum(partsOf(of, whole));
        expect(total).toBeLessThanOrEqual(whole);
        if (sum(of) > 0.999_999) expect(total).toBe(whole);
      }),
    );
  });

  it('gives every share a call where there are enough, and none to a share of nothing', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 6, max: 1000 }), (of, whole) => {
        partsOf(of, whole).forEach((part, index) => {
          if (of[index] === 0) expect(part).toBe(0);
          else expect(part).toBeGreaterThanOrEqual(1);
        });
      }),
    );
  });

  it('is off by less than one call per group from what the shares say, but for the call that each has', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 100_000 }), (of, whole) => {
        partsOf(of, whole).forEach((part, index) => {
          const exact = (of[index] ?? 0) * whole;
          expect(part).toBeGreaterThan(exact - 1 - of.length);
          expect(part).toBeLessThanOrEqual(Math.max(1, exact + 1));
        });
      }),
    );
  });
});
