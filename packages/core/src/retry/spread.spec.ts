import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { processOffsetMs, sleepSpread, spread, startSpread } from './spread.js';

const halfAnHourMs = 30 * 60_000;
const span = fc
  .tuple(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1))
  .map(([a, b]): readonly [number, number] => [Math.min(a, b), Math.max(a, b)]);

/** Share of the values in each tenth of the span. */
function tenths(values: readonly number[], toMs: number): number[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const value of values) {
    const tenth = Math.floor((value / toMs) * 10);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  return counts.map((count) => count / values.length);
}

describe('spread', () => {
  it('stays within its span, in whole milliseconds, with and without a key', () => {
    fc.assert(
      fc.property(span, fc.option(fc.string(), { nil: undefined }), ([fromMs, toMs], key) => {
        const delayMs = spread(fromMs, toMs, key);
        expect(Number.isInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(fromMs);
        expect(delayMs).toBeLessThanOrEqual(Math.max(fromMs, toMs - 1));
      }),
    );
  });

  it('gives one key the same moment each time', () => {
    fc.assert(
      fc.property(span, fc.string(), ([fromMs, toMs], key) => {
        expect(spread(fromMs, toMs, key)).toBe(spread(fromMs, toMs, key));
      }),
    );
  });

  it('keeps a key where it is in the span when the span moves or grows', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(1_000_000), (key, laterMs) => {
        expect(spread(laterMs, laterMs + 1_000, key) - laterMs).toBe(spread(0, 1_000, key));
        expect(Math.floor(spread(0, 1_000_000, key) / 1_000)).toBe(spread(0, 1_000, key));
      }),
    );
  });

  it('is even over the span, for random moments and for keys that differ in a number', () => {
    const random = Array.from({ length: 20_000 }, () => spread(0, halfAnHourMs));
    const keyed = Array.from({ length: 20_000 }, (_, n) => spread(0, halfAnHourMs, `tenant-${n}`));
    for (const share of [...tenths(random, halfAnHourMs), ...tenths(keyed, halfAnHourMs)]) {
      expect(share).toBeGreaterThan(0.08);
      expect(share).toBeLessThan(0.12);
    }
  });

  it.each([
    [1, 0],
    [-1, 5],
    [0, Number.NaN],
    [0, Number.POSITIVE_INFINITY],
    [0.5, 2],
    [0, 2 ** 31],
  ])('refuses %s to %s, which no timer could keep', (fromMs, toMs) => {
    expect(() => spread(fromMs, toMs)).toThrow(expect.objectContaining({ code: 'CONFIG' }));
  });
});

describe('startSpread', () => {
  it('starts the work at the moment of its key, and answers what it answers', async () => {
    const clock = new ManualClock();
    const dueMs = spread(0, halfAnHourMs, 'tenant-1');
    const startedAt: number[] = [];
    const work = () => startedAt.push(clock.monotonic());
    const answer = startSpread(work, { fromMs: 0, toMs: halfAnHourMs, key: 'tenant-1', clock });
    await clock.advance(dueMs - 1);
    expect(startedAt).toEqual([]);
    await clock.advance(1);
    await expect(answer).resolves.toBe(1);
    expect(startedAt).toEqual([dueMs]);
  });

  it('never starts work whose wait was aborted', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    let isStarted = false;
    const start = () => {
      isStarted = true;
    };
    const answer = startSpread(start, { fromMs: 10, toMs: 20, clock, signal: stop.signal });
    const outcome = expect(answer).rejects.toThrow('shutting down');
    stop.abort(new Error('shutting down'));
    await outcome;
    await clock.advance(100);
    expect(isStarted).toBe(false);
  });

  it('says at once what is wrong with its span', async () => {
    await expect(sleepSpread(2, 1)).rejects.toMatchObject({ code: 'CONFIG' });
  });
});

describe('processOffsetMs', () => {
  it('is the same within a process and below its bound', () => {
    expect(processOffsetMs()).toBe(processOffsetMs());
    expect(processOffsetMs()).toBeLessThan(5_000);
    expect(processOffsetMs(10)).toBeLessThan(10);
    expect(processOffsetMs(0)).toBe(0);
  });

  it('is another one in other processes, spread over the whole bound', () => {
    const real = Object.getOwnPropertyDescriptor(process, 'pid') ?? {};
    onTestFinished(() => void Object.defineProperty(process, 'pid', real));
    const offsets = Array.from({ length: 1_000 }, (_, n) => {
      Object.defineProperty(process, 'pid', { ...real, value: 1_000 + n });
      return processOffsetMs();
    });
    expect(new Set(offsets).size).toBeGreaterThan(800);
    for (const share of tenths(offsets, 5_000)) expect(share).toBeGreaterThan(0.05);
  });
});
