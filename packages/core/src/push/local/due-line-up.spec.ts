import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueLineUp } from './due-line-up.js';

describe('a line-up by due moments', () => {
  it('gives the earliest first, also where more come while it is taken from', () => {
    const turn = fc.option(fc.nat({ max: 30 }), { freq: 3, nil: undefined });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 100 }), (turns) => {
        const lineUp = new DueLineUp<string>();
        let model: number[] = [];
        for (const dueMs of turns) {
          if (dueMs === undefined) {
            lineUp.dropFirst();
            model = model.slice(1);
          } else {
            lineUp.add(dueMs, `due ${dueMs}`);
            model = [...model, dueMs].sort((one, other) => one - other);
          }
          const [dueMs0] = model;
          const first = dueMs0 === undefined ? undefined : { dueMs: dueMs0, value: `due ${dueMs0}` };
          expect(lineUp.first).toEqual(first);
        }
      }),
    );
  });
});
