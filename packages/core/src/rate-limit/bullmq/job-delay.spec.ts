import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobDelay } from './job-delay.js';

const job = (attemptsStarted = 1, delay = 0) => ({
  timestamp: 1_000_000,
  attemptsStarted,
  attemptsMade: 0,
  opts: { delay },
});

describe('JobDelay', () => {
  it('never comes back before the moment that was named, nor after the job gave up', () => {
    const anyDelay = fc.record({
      waitMs: fc.nat(100_000_000),
      elapsedMs: fc.nat(100_000_000),
      giveUpAfterMs: fc.nat(100_000_000),
      jitterMs: fc.nat(1_000_000),
      starts: fc.integer({ min: 1, max: 5_000 }),
      draw: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    fc.assert(
      fc.property(anyDelay, ({ waitMs, elapsedMs, giveUpAfterMs, jitterMs, starts, draw }) => {
        const delay = new JobDelay({ giveUpAfterMs, jitterMs }, () => draw);
        const delayMs = delay.delayMsOf(job(starts), waitMs, 1_000_000 + elapsedMs);
        if (elapsedMs + waitMs > giveUpAfterMs) {
          expect(delayMs).toBeUndefined();
        } else {
          expect(delayMs).toBeGreaterThanOrEqual(waitMs);
          expect(delayMs).toBeLessThanOrEqual(Math.min(waitMs + jitterMs, giveUpAfterMs - elapsedMs));
        }
      }),
    );
  });

  it('draws the jitter from a span that doubles with each refusal, up to its bound', () => {
    const delay = new JobDelay({ jitterMs: 60_000 }, () => 0.5);
    expect([1, 2, 3, 4, 10].map((starts) => delay.delayMsOf(job(starts), 4_000, 1_000_000))).toEqual([
      4_000 + 2_000,
      4_000 + 4_000,
      4_000 + 8_000,
      4_000 + 16_000,
      4_000 + 30_000,
    ]);
    expect(delay.delayMsOf(job(), 50, 1_000_000)).toBe(50 + 500);
  });

  it('counts real attempts out of the refusals', () => {
    const delay = new JobDelay({}, () => 0.5);
    expect(delay.delayMsOf({ ...job(3), attemptsMade: 2 }, 4_000, 1_000_000)).toBe(6_000);
  });

  it('counts the time to give up from the moment that the job was due', () => {
    const delay = new JobDelay({ giveUpAfterMs: 1_000, jitterMs: 0 });
    expect(delay.delayMsOf(job(1, 500_000), 400, 1_500_500)).toBe(400);
    expect(delay.delayMsOf(job(1, 0), 400, 1_500_500)).toBeUndefined();
  });

  it.each([{ giveUpAfterMs: -1 }, { jitterMs: Number.NaN }, { giveUpAfter: 5 }])('refuses %o', (options) => {
    expect(() => new JobDelay(options)).toThrow(expect.objectContaining({ code: 'CONFIG' }));
  });
});
