import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { RetryBudget } from './retry-budget.js';

describe('RetryBudget', () => {
  it('lets a lone call retry up to the reserve', () => {
    const budget = new RetryBudget({ reserve: 3, share: 0, clock: new ManualClock() });
    expect([1, 2, 3, 4].map(() => budget.take())).toEqual([true, true, true, false]);
  });

  it('if everything fails, retries stay a tenth of the requests plus the reserve', () => {
    const budget = new RetryBudget({ share: 0.1, reserve: 10, clock: new ManualClock() });
    for (let request = 0; request < 10_000; request += 1) {
      budget.requested();
      for (let retry = 0; retry < 5; retry += 1) budget.take();
    }
    expect(budget.counts.spent).toBeGreaterThanOrEqual(1_000);
    expect(budget.counts.spent).toBeLessThanOrEqual(1_010);
  });

  it('never gives more than share and reserve allow, in any order of events', async () => {
    const event = fc.constantFrom('request', 'take', 'pass');
    const options = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), reserve: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 200 }), options, async (events, { share, reserve }) => {
        const clock = new ManualClock();
        const budget = new RetryBudget({ share, reserve, reserveRefillMs: 1_000, clock });
        for (const each of events) {
          if (each === 'request') budget.requested();
          if (each === 'take') budget.take();
          if (each === 'pass') await clock.advance(10);
        }
        const passedMs = clock.monotonic();
        const { requests, spent } = budget.counts;
        expect(spent).toBeLessThanOrEqual(reserve * (1 + passedMs / 1_000) + share * requests + 1e-6);
      }),
      { numRuns: 20 },
    );
  });

  it('does not save quiet hours up for a storm', () => {
    const budget = new RetryBudget({ share: 0.1, reserve: 10, clock: new ManualClock() });
    for (let request = 0; request < 1_000_000; request += 1) budget.requested();
    let taken = 0;
    while (budget.take()) taken += 1;
    expect(taken).toBe(110);
  });

  it('says when the next retry is due, and then has it', async () => {
    const clock = new ManualClock();
    const budget = new RetryBudget({ share: 0.1, reserve: 10, reserveRefillMs: 10_000, clock });
    expect(budget.waitMs()).toBe(0);
    while (budget.take());
    expect(budget.waitMs()).toBe(1_000);
    await clock.advance(999);
    expect(budget.take()).toBe(false);
    await clock.advance(budget.waitMs());
    expect(budget.take()).toBe(true);
    expect(new RetryBudget({ share: 0.1, reserve: 0 }).waitMs()).toBe(Number.POSITIVE_INFINITY);
  });
});
