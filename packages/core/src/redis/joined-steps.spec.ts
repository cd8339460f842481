import { expect, it } from 'vitest';
import { atEndOfTurn } from './end-of-turn.js';
import { JoinedSteps } from './joined-steps.js';

/** Answers each step with itself, and notes what was taken together. */
function noted() {
  const scripts: string[] = [];
  const joined = new JoinedSteps<string, number, number>(async (group, steps) => {
    scripts.push(`${group}: ${steps.join()}`);
    return steps;
  });
  return { scripts, joined };
}

it('takes what one turn asks for in one script per group, and what the next one asks for in another', async () => {
  const { scripts, joined } = noted();
  const first = [joined.take('a', 1, []), joined.take('b', 2, []), joined.take('a', 3, [])];
  expect(scripts).toEqual([]);
  expect(await Promise.all(first)).toEqual([1, 2, 3]);
  await joined.take('a', 4, []);
  expect(scripts).toEqual(['a: 1,3', 'b: 2', 'a: 4']);
});

it('takes no two steps on the same thing in one script, and keeps their order', async () => {
  const { scripts, joined } = noted();
  await Promise.all([1, 2, 3, 4].map((step) => joined.take('a', step, [step === 4 ? 'x' : `x${step % 2}`])));
  expect(scripts).toEqual(['a: 1,2', 'a: 3,4']);
});

it('keeps each script short, whether steps are many or touch many things', async () => {
  const { scripts, joined } = noted();
  await Promise.all(Array.from({ length: 40 }, (_, step) => joined.take('many', step, [`${step}`])));
  const things = (step: number) => Array.from({ length: 50 }, (_, thing) => `${step}-${thing}`);
  await Promise.all([1, 2].map((step) => joined.take('wide', step, things(step))));
  expect(scripts.map((script) => script.split(',').length)).toEqual([16, 16, 8, 1, 1]);
});

it('gives each step a fate of its own, and all the one of a script that was not answered', async () => {
  const joined = new JoinedSteps<string, number, number>(async (group, steps) => {
    if (group === 'lost') throw new Error('no answer');
    return steps.map((step) => (step === 2 ? new Error('two') : step));
  });
  const ends = await Promise.allSettled([
    joined.take('a', 1, []),
    joined.take('a', 2, []),
    joined.take('lost', 3, []),
    joined.take('a', 4, []),
  ]);
  expect(ends).toMatchObject([
    { value: 1 },
    { reason: { message: 'two' } },
    { reason: { message: 'no answer' } },
    { value: 4 },
  ]);
});

it('lets a script leave in the turn that asked for it', async () => {
  const order: string[] = [];
  const joined = new JoinedSteps<string, number, number>(async (_, steps) => {
    order.push('put together');
    atEndOfTurn(() => order.push('written'));
    return steps;
  });
  const taken = joined.take('a', 1, []);
  setImmediate(() => order.push('next'));
  await taken;
  expect(order).toEqual(['put together', 'written']);
});
