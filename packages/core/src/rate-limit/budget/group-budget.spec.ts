import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupSplit } from '../limit-store.js';
import type { WindowRule } from '../window-rules.js';
import { GroupBudget } from './group-budget.js';

const second: WindowRule = {
  type: 'sliding-window',
  key: 'app:1000ms',
  scope: 'app',
  max: 80,
  windowMs: 1000,
  weight: 1,
};
const options = {
  interactive: { share: 0.5, priority: 10, core: true },
  batch: { share: 0.3, overdraft: 0.1, onLimit: 'reject' },
} as const;

function splitOf(budget: GroupBudget, group: string, rule: WindowRule = second): GroupSplit | undefined {
  const shared = budget.share(rule, 100, budget.of(group));
  return 'split' in shared ? shared.split : undefined;
}

describe('GroupBudget', () => {
  const budget = new GroupBudget(options);

  it('splits a window by share, and leaves the rest to the group "default"', () => {
    expect(budget.share(second, 100, budget.of('batch'))).toEqual({
      ...second,
      key: 'app:1000ms#batch',
      scope: 'group',
      split: {
        counter: 'app:1000ms',
        asker: 0,
        ceiling: 100,
        groups: [
          { name: 'batch', max: 24, priority: 0, burst: 5, overdraft: 3 },
          { name: 'default', max: 16, priority: 0, burst: 4, overdraft: 0 },
          { name: 'interactive', max: 40, priority: 10, burst: 8, overdraft: 0 },
        ],
      },
    });
  });

  it('counts calls of no group, and of one that is not declared, for "default" in the name of the app', () => {
    for (const name of [undefined, 'default', 'btach', 'constructor', '__proto__']) {
      expect(budget.share(second, 100, budget.of(name))).toMatchObject({
        key: 'app:1000ms#default',
        scope: 'app',
        split: { asker: 1 },
      });
    }
  });

  it('puts the groups into one order, whatever the order in the options', () => {
    const { batch, interactive } = options;
    expect(splitOf(new GroupBudget({ batch, interactive }), 'batch')).toEqual(splitOf(budget, 'batch'));
  });

  it('takes the group "default" as it is declared', () => {
    const declared = new GroupBudget({ ...options, default: { share: 0.1, core: false } });
    expect(declared.of('else')).toMatchObject({ share: 0.1, core: false });
    expect(splitOf(declared, 'else')?.groups.map(({ max }) => max)).toEqual([24, 8, 40]);
  });

  it('leaves nothing to "default" where the shares add up to 1, rounding errors aside', () => {
    const tenths = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`g${index}`, { share: 0.1 }]),
    );
    const split = splitOf(new GroupBudget(tenths), 'g0');
    expect(split?.groups[0]).toMatchObject({ name: 'default', max: 0, burst: 0 });
    expect(split?.groups[1]).toMatchObject({ name: 'g0', max: 8 });
  });

  it('says of each group what its calls do at a limit, and whether they go on under a red alert', () => {
    const said = ['interactive', 'batch', 'else'].map((name) => budget.of(name));
    expect(said.map(({ core, onLimit }) => [core, onLimit])).toEqual([
      [true, 'wait'],
      [false, 'reject'],
      [true, 'wait'],
    ]);
  });

  it('lets a call that is heavier than the part of its group go when the group has had nothing', () => {
    const split = splitOf(budget, 'batch', { ...second, weight: 30 });
    expect(split?.groups.map(({ max }) => max)).toEqual([30, 16, 40]);
  });

  it('shares the whole window with a call that may pass, and none of the headroom', () => {
    const shared = budget.shareWhole(second, budget.of('batch'));
    expect(shared).toMatchObject({ key: 'app:1000ms', scope: 'app', split: { asker: 0, ceiling: 80 } });
    expect('split' in shared && shared.split?.groups[0]?.max).toBe(80);
  });

  it('splits nothing where no group is declared', () => {
    for (const none of [new GroupBudget(), new GroupBudget({})]) {
      expect(none.share(second, 100, none.of('batch'))).toBe(second);
      expect(none.shareWhole(second, none.of('batch'))).toBe(second);
      expect(none.of('batch').core).toBe(true);
    }
  });

  it('never promises the groups more than the window has', () => {
    const shares = fc
      .array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
      .map((weights) => weights.map((weight) => weight / weights.reduce((sum, one) => sum + one, 1)));
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 10_000 }), (of, max) => {
        const groups = Object.fromEntries(of.map((share, index) => [`g${index}`, { share }]));
        const split = splitOf(new GroupBudget(groups), 'g0', { ...second, max });
        const promised = split?.groups.reduce((sum, part) => sum + part.max, 0);
        expect(promised).toBeLessThanOrEqual(max);
        if (max >= 9) expect(split?.groups.every((part) => part.max >= 1)).toBe(true);
      }),
    );
  });
});
