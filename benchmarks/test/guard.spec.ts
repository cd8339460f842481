import { describe, expect, it } from 'vitest';
import { judge } from '../src/guard/judge.mjs';

const bounds = {
  cpu: { title: 'CPU', atMost: 1.5, why: 'it is paid' },
  trips: { title: 'Trips', exactly: 3, why: 'they are waits' },
};

/** Answers one set of figures after the other, the last one for ever. */
function watchOf(...sets: readonly { cpu: number; trips: number }[]) {
  const watch = {
    asked: 0,
    measure: async () => {
      watch.asked += 1;
      return sets[Math.min(watch.asked, sets.length) - 1] ?? { cpu: 0, trips: 0 };
    },
  };
  return watch;
}

describe('the guard of what a send costs', () => {
  it('measures once where all is within its bounds', async () => {
    const watch = watchOf({ cpu: 1.5, trips: 3 });
    const verdicts = await judge(watch, bounds);
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, true]);
    expect(watch.asked).toBe(1);
  });

  it('lets a bad moment of the machine pass', async () => {
    const watch = watchOf({ cpu: 3, trips: 3 }, { cpu: 1.6, trips: 3 }, { cpu: 1.2, trips: 3 });
    expect((await judge(watch, bounds)).every(({ ok }) => ok)).toBe(true);
    expect(watch.asked).toBe(3);
  });

  it('measures again where a figure may be within its bound by chance, and believes all sets together', async () => {
    const straying = { ...bounds, cpu: { ...bounds.cpu, strays: 0.1 } };
    const lucky = watchOf({ cpu: 1.4, trips: 3 }, { cpu: 1.4, trips: 3 }, { cpu: 1.6, trips: 3 });
    expect((await judge(lucky, straying)).map(({ ok }) => ok)).toEqual([false, true]);
    const near = watchOf({ cpu: 1.4, trips: 3 });
    expect((await judge(near, straying)).map(({ ok }) => ok)).toEqual([true, true]);
    const clear = watchOf({ cpu: 1.34, trips: 3 });
    await judge(clear, straying);
    expect([lucky.asked, near.asked, clear.asked]).toEqual([4, 4, 1]);
  });

  it('fails where a loss stays, and says what it costs whom', async () => {
    const [cpu, trips] = await judge(watchOf({ cpu: 1.61, trips: 3 }), bounds);
    expect(cpu).toEqual({ ok: false, sentence: 'CPU: 1.61, at most 1.5', why: 'it is paid' });
    expect(trips?.ok).toBe(true);
  });

  it('wants a count to be neither more nor less', async () => {
    for (const count of [2, 4]) {
      const [, trips] = await judge(watchOf({ cpu: 1, trips: count }), bounds);
      expect(trips).toMatchObject({ ok: false, sentence: `Trips: ${count}, exactly 3` });
    }
  });
});
