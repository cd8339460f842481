import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightWindow, type Round } from './in-flight-window.js';

const bounds = { start: 16, least: 1, most: 1024 };

function windowOf(fields: Partial<typeof bounds> = {}): InFlightWindow {
  return new InFlightWindow('template.send', 'default', { ...bounds, ...fields });
}

/** Lets calls in until it is full. */
function fill(window: InFlightWindow): Round[] {
  const rounds: Round[] = [];
  while (!window.isFull) rounds.push(window.enter());
  return rounds;
}

function leaveAll(window: InFlightWindow, rounds: readonly Round[], mayGrow = true): void {
  for (const round of rounds) window.leave(round, mayGrow);
}

describe('InFlightWindow', () => {
  it('grows by one with every full round that ended well', () => {
    const window = windowOf();
    const sizes = Array.from({ length: 4 }, () => {
      const rounds = fill(window);
      leaveAll(window, rounds);
      return rounds.length;
    });
    expect(sizes).toEqual([16, 17, 18, 19]);
  });

  it('does not grow while it was not what bound the calls', () => {
    const window = windowOf();
    for (let call = 0; call < 1000; call += 1) window.leave(window.enter(), true);
    expect(window.concurrency).toBe(16);
  });

  it('does not grow while growth is frozen, nor while a quota is being saved', () => {
    const frozen = windowOf();
    for (let round = 0; round < 5; round += 1) leaveAll(frozen, fill(frozen), false);
    expect(frozen.concurrency).toBe(16);
    const saving = windowOf();
    saving.setFactor(0.5);
    for (let round = 0; round < 5; round += 1) leaveAll(saving, fill(saving));
    saving.setFactor(1);
    expect(saving.concurrency).toBe(16);
  });

  it('halves once for a round, however many of it meet the limit', () => {
    const window = windowOf();
    const before = fill(window);
    expect(before.map(() => window.halve()).filter(Boolean)).toHaveLength(1);
    expect(window.concurrency).toBe(8);
    leaveAll(window, before.slice(0, 15));
    expect(window.halve()).toBe(false);
    leaveAll(window, before.slice(15));
    window.enter();
    expect(window.halve()).toBe(true);
    expect(window.concurrency).toBe(4);
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
    for (let turn = 0; turn < 10; turn += 1) for (const round of fill(window)) window.cancel(round);
    expect({ concurrency: window.concurrency, underWay: window.underWay }).toEqual({
      concurrency: 2,
      underWay: 0,
    });
  });

  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ type: 'enter' } as const) },
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('leave' as const), pick: fc.nat(), well: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'halve' } as const) },
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
          const underWay: Round[] = [];
          for (const taken of steps) {
            const before = window.concurrency;
            if (taken.type === 'enter' && !window.isFull) underWay.push(window.enter());
            if (taken.type === 'leave' && underWay.length > 0) {
              const [round] = underWay.splice(taken.pick % underWay.length, 1);
              if (round !== undefined && taken.well) window.leave(round, true);
              else if (round !== undefined) window.cancel(round);
              expect(window.concurrency - before).toBeLessThanOrEqual(1);
            }
            if (taken.type === 'halve') {
              window.halve();
              expect(window.concurrency).toBeLessThanOrEqual(before);
              expect(window.concurrency).toBeGreaterThanOrEqual(Math.floor(before / 2) - 1);
            }
            if (taken.type === 'factor') window.setFactor(taken.factor);
            expect(window.underWay).toBe(underWay.length);
            expect(window.concurrency).toBeGreaterThanOrEqual(least);
            expect(window.concurrency).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });
});
