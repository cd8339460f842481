import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { PatienceWatch } from './patience-watch.js';

interface Waiter {
  readonly patientUntil: number;
}

function watched() {
  const clock = new ManualClock();
  const ends: { readonly waiter: Waiter; readonly at: number }[] = [];
  const watch: PatienceWatch<Waiter> = new PatienceWatch(clock, (waiter) => {
    ends.push({ waiter, at: clock.monotonic() });
    watch.leave(waiter);
  });
  return { clock, watch, ends };
}

describe('the watch over those who wait', () => {
  it.each([
    ['at one moment', 0],
    ['at moments of their own', 64],
  ])('tells of more than one function may take as arguments, %s', async (_when, apartMs) => {
    const count = 200_000;
    const { clock, watch, ends } = watched();
    for (let index = 0; index < count; index += 1) watch.enter({ patientUntil: 1000 + index * apartMs });
    await clock.advance(1000);
    expect(ends.length).toBe(apartMs === 0 ? count : 1);
    expect(clock.sleeping).toBe(apartMs === 0 ? 0 : 1);
  });

  it('tells also of a moment that falls between two that the clock knows', async () => {
    const { clock, watch, ends } = watched();
    watch.enter({ patientUntil: 1000.0001 });
    await clock.advance(1001);
    expect(ends.map(({ at }) => at)).toEqual([1001]);
  });

  it('tells of each at its own moment, with one timer for all, and of nobody who has left', async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('enter' as const), forMs: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ type: fc.constant('leave' as const), index: fc.nat(20) }),
      fc.record({ type: fc.constant('advance' as const), byMs: fc.integer({ min: 1, max: 200 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, watch, ends } = watched();
        const inside = new Set<Waiter>();
        const expected: { waiter: Waiter; at: number }[] = [];
        for (const each of steps) {
          if (each.type === 'enter') {
            const waiter = { patientUntil: clock.monotonic() + each.forMs };
            inside.add(waiter);
            watch.enter(waiter);
          } else if (each.type === 'leave') {
            const waiter = [...inside][each.index];
            if (waiter !== undefined && inside.delete(waiter)) watch.leave(waiter);
          } else {
            await clock.advance(each.byMs);
            const due = [...inside].filter(({ patientUntil }) => patientUntil <= clock.monotonic());
            for (const waiter of due) {
              inside.delete(waiter);
              expected.push({ waiter, at: waiter.patientUntil });
            }
          }
          expect(clock.sleeping).toBe(inside.size === 0 ? 0 : 1);
        }
        const byMoment = (one: { at: number }, other: { at: number }) => one.at - other.at;
        expect(ends.toSorted(byMoment).map(({ at }) => at)).toEqual(
          expected.toSorted(byMoment).map(({ at }) => at),
        );
        expect(new Set(ends.map(({ waiter }) => waiter))).toEqual(
          new Set(expected.map(({ waiter }) => waiter)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
