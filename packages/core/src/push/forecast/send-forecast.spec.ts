import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ForecastGiven, sendForecast } from './send-forecast.js';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

describe('the forecast of a number of messages', () => {
  it('is the rate where the quota is large', () => {
    const quota = { remainingToday: 100_000, dailyLimit: 100_000 };
    expect(sendForecast({ count: 3600, restOfDayMs: 2 * hourMs, quota, perSecond: 1 })).toEqual({
      fitsToday: true,
      durationMs: hourMs,
      days: 1,
      limitedBy: 'rate',
    });
  });

  it('goes on after midnight where the quota of today is too small', () => {
    const quota = { remainingToday: 100, dailyLimit: 1000 };
    expect(sendForecast({ count: 2150, restOfDayMs: hourMs, quota, perSecond: 10 })).toEqual({
      fitsToday: false,
      // 100 today, 1000 and 1000 on two whole days, the last 50 in five seconds.
      durationMs: hourMs + 2 * dayMs + 5000,
      days: 4,
      limitedBy: 'quota',
    });
  });

  it('says which day without a rate, and nothing where nothing is known', () => {
    const quota = { remainingToday: 10, dailyLimit: 10 };
    expect(sendForecast({ count: 10, restOfDayMs: hourMs, quota, perSecond: undefined })).toMatchObject({
      fitsToday: true,
      durationMs: undefined,
      limitedBy: 'nothing known',
    });
    expect(sendForecast({ count: 11, restOfDayMs: hourMs, quota, perSecond: undefined })).toMatchObject({
      fitsToday: false,
      durationMs: hourMs,
      days: 2,
      limitedBy: 'quota',
    });
    expect(
      sendForecast({ count: 11, restOfDayMs: hourMs, quota: undefined, perSecond: undefined }),
    ).toMatchObject({ fitsToday: undefined, durationMs: undefined, limitedBy: 'nothing known' });
  });

  it('has no end where the quota is none', () => {
    const quota = { remainingToday: 0, dailyLimit: 0 };
    expect(sendForecast({ count: 1, restOfDayMs: hourMs, quota, perSecond: 5 })).toMatchObject({
      fitsToday: false,
      days: undefined,
      durationMs: undefined,
    });
  });

  const givens: fc.Arbitrary<ForecastGiven> = fc.record({
    count: fc.integer({ min: 0, max: 100_000 }),
    restOfDayMs: fc.integer({ min: 1, max: dayMs }),
    quota: fc.option(
      fc
        .record({
          dailyLimit: fc.integer({ min: 1, max: 30_000 }),
          used: fc.integer({ min: 0, max: 30_000 }),
        })
        .map(({ dailyLimit, used }) => ({ dailyLimit, remainingToday: Math.max(0, dailyLimit - used) })),
      { nil: undefined },
    ),
    perSecond: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  });

  it('is what counting day by day comes to', () => {
    fc.assert(
      fc.property(givens, (given) => {
        const { quota, perSecond, restOfDayMs } = given;
        let left = given.count;
        let days = 0;
        for (let day = 0; left > 0; day += 1) {
          const stretchMs = day === 0 ? restOfDayMs : dayMs;
          const byQuota = (day === 0 ? quota?.remainingToday : quota?.dailyLimit) ?? left;
          const sent = Math.min(
            left,
            byQuota,
            perSecond === undefined ? left : Math.floor((perSecond * stretchMs) / 1000),
          );
          if (sent > 0) days += 1;
          left -= sent;
        }
        expect(sendForecast(given).days).toBe(days);
      }),
    );
  });

  it('never gets shorter with more messages, nor faster than the rate', () => {
    fc.assert(
      fc.property(givens, fc.integer({ min: 1, max: 5000 }), (given, more) => {
        const one = sendForecast(given);
        const other = sendForecast({ ...given, count: given.count + more });
        if (one.durationMs !== undefined && other.durationMs !== undefined) {
          expect(other.durationMs).toBeGreaterThanOrEqual(one.durationMs);
        }
        if (given.perSecond !== undefined) {
          expect(one.durationMs).toBeGreaterThanOrEqual((given.count * 1000) / given.perSecond);
        }
        expect(one.fitsToday ?? true).toBe((one.days ?? 2) <= 1 && !(one.fitsToday === false));
      }),
    );
  });
});
