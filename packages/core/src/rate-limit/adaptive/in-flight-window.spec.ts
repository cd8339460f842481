import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightWindow } from './in-flight-window.js';

const bounds = { start: 16, least: 1, most: 1024 };

function windowOf(fields: Partial<typeof bounds> = {}): InFlightWindow {
  return new InFlightWindow('template.send', 'default', { ...bounds, ...fields });
}

/** Lets calls in until it is full; answers how many. */
function fill(window: InFlightWindow): number {
  let entered = 0;
  for (; !window.isFull; entered += 1) window.enter();
  return entered;
}

function leave(window: InFlightWindow, count: number, mayGrow = true): void {
  for (let call = 0; call < count; call += 1) window.leave(mayGrow);
}

/** So many calls end with a limit answer; answers how often the window told of a change. */
function meetLimit(window: InFlightWindow, count: number): number {
  let changes = 0;
  for (let call = 0; call < count; call += 1) {
    if (window.meetLimit()) changes += 1;
    window.leave(true);
  }
  return changes;
}

describe('InFlightWindow', () => {
  it('grows by one with every full round that ended well', () => {
    const window = windowOf();
    const sizes = Array.from({ length: 4 }, () => {
      const size = fill(window);
      leave(window, size);
      return size;
    });
    expect(sizes).toEqual([16, 17, 18, 19]);
  });

  it('does not grow while it was not what bound the calls', () => {
    const window = windowOf();
    for (let call = 0; call < 1000; call += 1) {
      window.enter();
      window.leave(true);
    }
    expect(window.concurrency).toBe(16);
  });

  it('does not grow while growth is frozen, nor while a quota is being saved', () => {
    const frozen = windowOf();
    for (let round = 0; round < 5; round += 1) leave(frozen, fill(frozen), false);
    expect(frozen.concurrency).toBe(16);
    const saving = windowOf();
    saving.setFactor(0.5);
    for (let round = 0; round < 5; round += 1) leave(saving, fill(saving));
    saving.setFactor(1);
    expect(saving.concurrency).toBe(16);
  });

  it('halves where a whole round meets the limit', () => {
    const window = windowOf();
    meetLimit(window, fill(window));
    expect(window.concurrency).toBe(8);
    meetLimit(window, fill(window));
    expect(window.concurrency).toBe(4);
  });

  it('tells of a change once per place that is gone', () => {
    const window = windowOf();
    expect(meetLimit(window, fill(window))).toBe(8);
  });

  it('one stray refusal among many answers hardly moves it', () => {
    const window = windowOf();
    for (let round = 0; round < 30; round += 1) {
      const size = fill(window);
      meetLimit(window, 1);
      leave(window, size - 1);
    }
    expect(window.concurrency).toBeGreaterThanOrEqual(12);
  });

  it('finds a number that is too many at the same time, and hardly knocks at it any more', () => {
    const window = windowOf();
    let refused = 0;
    const refusedByRound = Array.from({ length: 400 }, () => {
      const size = fill(window);
      const tooMany = Math.max(0, size - 5);
      for (let call = 0; call < tooMany; call += 1) {
        window.meetLimit(true);
        window.leave(true);
      }
      leave(window, size - tooMany);
      refused += tooMany;
      return tooMany;
    });
    expect(window.concurrency).toBe(5);
    expect(refused).toBeLessThan(40);
    expect(refusedByRound.slice(100).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2);
  });

  it('grows past a number that was too many once and no longer is', () => {
    const window = windowOf({ start: 4 });
    fill(window);
    window.meetLimit(true);
    leave(window, 4);
    for (let round = 0; round < 20; round += 1) leave(window, fill(window));
    expect(window.concurrency).toBeGreaterThan(10);
  });

  it('a call that met a limit is no success', () => {
    const window = windowOf({ start: 2 });
    fill(window);
    meetLimit(window, 1);
    window.enter();
    leave(window, 1);
    expect(window.concurrency).toBe(2);
  });

  it('takes a half and a quarter of itself for a quota, and goes back', () => {
    const window = windowOf();
    const seen = [0.5, 0.25, 1].map((factor) => {
      window.setFactor(factor);
      return window.concurrency;
    });
    expect(seen).toEqual([8, 4, 16]);
  });

  it('a call that never left counts neither as a success nor as under way', () => {
    const window = windowOf({ start: 2 });
    for (let turn = 0; turn < 10; turn += 1) {
      for (let left = fill(window); left > 0; left -= 1) window.cancel();
    }
    expect({ concurrency: window.concurrency, underWay: window.underWay }).toEqual({
      concurrency: 2,
      underWay: 0,
    });
  });

  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ type: 'enter' } as const) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('leave' as const), well: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ type: 'limit' } as const) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('factor' as const), factor: fc.constantFrom(1, 0.5, 0.25) }),
    },
  );

  it('stays within its bounds, never loses a place, and grows by one at a time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 30 }),
        fc.array(step, { maxLength: 400 }),
        (least, above, steps) => {
          const most = least + above;
          const window = windowOf({ start: Math.min(most, least + 3), least, most });
          let underWay = 0;
          for (const taken of steps) {
            const before = window.concurrency;
            if (taken.type === 'enter' && !window.isFull) {
              window.enter();
              underWay += 1;
            }
            if (taken.type === 'leave' && underWay > 0) {
              if (taken.well) window.leave(true);
              else window.cancel();
              underWay -= 1;
              expect(window.concurrency - before).toBeLessThanOrEqual(1);
            }
            if (taken.type === 'limit') {
              window.meetLimit();
              expect(window.concurrency).toBeLessThanOrEqual(before);
              expect(window.concurrency).toBeGreaterThanOrEqual(before - 1);
            }
            if (taken.type === 'factor') window.setFactor(taken.factor);
            expect(window.underWay).toBe(underWay);
            expect(window.concurrency).toBeGreaterThanOrEqual(least);
            expect(window.concurrency).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });
});
