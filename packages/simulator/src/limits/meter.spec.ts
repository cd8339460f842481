import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FixedWindow } from './fixed-window.js';
import type { Meter } from './meter.js';
import { SlidingWindow } from './sliding-window.js';
import { TokenBucket } from './token-bucket.js';

const max = fc.integer({ min: 1, max: 8 });
const windowMs = fc.integer({ min: 1, max: 2_000 });
/** A bucket fills up in fractions. */
const roundingMs = 0.001;
const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 80 });

function momentsOf(gapsMs: readonly number[]): number[] {
  let now = 1_000;
  return gapsMs.map((gapMs) => {
    now += gapMs;
    return now;
  });
}

/** The moments at which a request passed. */
function passed(meter: Meter, moments: readonly number[]): number[] {
  return moments.filter((now) => meter.take(now) === 0);
}

const meters: readonly [name: string, make: (max: number, windowMs: number) => Meter][] = [
  ['a fixed window', (max, windowMs) => new FixedWindow(max, windowMs)],
  ['a sliding window', (max, windowMs) => new SlidingWindow(max, windowMs)],
  ['a token bucket', (max, windowMs) => new TokenBucket((max / windowMs) * 1_000, max)],
];

describe.each(meters)('%s', (_name, make) => {
  it('refuses nothing while there is something left, and names the first moment at which it passes again', () => {
    fc.assert(
      fc.property(max, windowMs, gaps, (max, windowMs, gapsMs) => {
        const meter = make(max, windowMs);
        for (const now of momentsOf(gapsMs)) {
          const left = meter.left(now);
          const waitMs = meter.take(now);
          expect(waitMs === 0).toBe(left > 0);
          if (waitMs === 0) continue;
          if (waitMs > 1) expect(meter.take(now + waitMs - 1)).toBeGreaterThan(0);
          expect(meter.take(now + waitMs + roundingMs)).toBe(0);
          break;
        }
      }),
    );
  });

  it('is full when it says so', () => {
    fc.assert(
      fc.property(max, windowMs, gaps, (max, windowMs, gapsMs) => {
        const meter = make(max, windowMs);
        const moments = momentsOf(gapsMs);
        passed(meter, moments);
        const now = moments.at(-1) ?? 0;
        expect(meter.left(now + meter.fullInMs(now) + roundingMs)).toBe(max);
      }),
    );
  });
});

describe('a fixed window', () => {
  it('never lets more than its figure pass from one multiple of its length to the next', () => {
    fc.assert(
      fc.property(max, windowMs, gaps, (max, windowMs, gapsMs) => {
        const perWindow = new Map<number, number>();
        for (const at of passed(new FixedWindow(max, windowMs), momentsOf(gapsMs))) {
          const window = Math.floor(at / windowMs);
          perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
        }
        expect(Math.max(0, ...perWindow.values())).toBeLessThanOrEqual(max);
      }),
    );
  });
});

describe('a sliding window', () => {
  it('never lets more than its figure pass in any stretch of its length, and refuses only where that is so', () => {
    fc.assert(
      fc.property(max, windowMs, gaps, (max, windowMs, gapsMs) => {
        const meter = new SlidingWindow(max, windowMs);
        const passedAt: number[] = [];
        for (const now of momentsOf(gapsMs)) {
          const recent = passedAt.filter((at) => at > now - windowMs).length;
          if (meter.take(now) === 0) passedAt.push(now);
          expect(passedAt.at(-1) === now || recent === max).toBe(true);
          expect(passedAt.filter((at) => at > now - windowMs).length).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});
