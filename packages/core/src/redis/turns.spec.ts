import { expect, it } from 'vitest';
import { Turns } from './turns.js';

/** Work that ends when it is told to, and tells when it has begun. */
function job() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<string>((onEnd, onFailure) => {
    resolve = onEnd;
    reject = onFailure;
  });
  const self = { begun: false, end: resolve, fail: reject, work };
  function work(): Promise<string> {
    self.begun = true;
    return promise;
  }
  return self;
}

it('begins what fits at once, and the others in their order, whether those before them succeed or fail', async () => {
  const turns = new Turns(2);
  const jobs = [job(), job(), job(), job()] as const;
  const ends = jobs.map(({ work }) => turns.take(work));
  const begun = () => jobs.map((one) => one.begun);
  expect(begun()).toEqual([true, true, false, false]);
  jobs[1].fail(new Error('no'));
  await expect(ends[1]).rejects.toThrow('no');
  expect(begun()).toEqual([true, true, true, false]);
  jobs[0].end('first');
  await expect(ends[0]).resolves.toBe('first');
  expect(begun()).toEqual([true, true, true, true]);
  jobs[2].end('third');
  jobs[3].end('fourth');
  await expect(Promise.all([ends[2], ends[3]])).resolves.toEqual(['third', 'fourth']);
});

it('lets those stand back who say so', async () => {
  const turns = new Turns(1);
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  await Promise.all([
    turns.take(note('a')),
    turns.take(note('b'), true),
    turns.take(note('c')),
    turns.take(note('d'), true),
    turns.take(note('e')),
  ]);
  expect(order).toEqual(['a', 'c', 'e', 'b', 'd']);
});

it('leaves room for the others where those who stand back are many', () => {
  const turns = new Turns(3, 2);
  const last = [job(), job(), job()];
  const other = job();
  for (const { work } of last) void turns.take(work, true);
  void turns.take(other.work);
  expect(last.map(({ begun }) => begun)).toEqual([true, true, false]);
  expect(other.begun).toBe(true);
});

it('counts work for as many pieces as it is, and fills the room that it leaves', async () => {
  const turns = new Turns(3);
  const [large, ...small] = [job(), job(), job(), job()] as const;
  const largeEnd = turns.take(large.work, false, 3);
  for (const { work } of small) void turns.take(work);
  expect(small.map(({ begun }) => begun)).toEqual([false, false, false]);
  large.end('done');
  await largeEnd;
  expect(small.map(({ begun }) => begun)).toEqual([true, true, true]);
});

it('keeps the order of a line of any length', async () => {
  const turns = new Turns(3);
  const order: number[] = [];
  const crowd = Array.from({ length: 1_000 }, (_, n) => turns.take(async () => void order.push(n)));
  await Promise.all(crowd);
  expect(order).toEqual(Array.from(crowd.keys()));
});

it('sends those in line away without beginning them, and goes on with whoever comes then', async () => {
  const turns = new Turns(1);
  const [first, second, third] = [job(), job(), job()];
  const firstEnd = turns.take(first.work);
  const secondEnd = turns.take(second.work);
  turns.sendAway(new Error('closed'));
  await expect(secondEnd).rejects.toThrow('closed');
  const thirdEnd = turns.take(third.work);
  first.end('done');
  await firstEnd;
  expect([second.begun, third.begun]).toEqual([false, true]);
  third.end('done');
  await expect(thirdEnd).resolves.toBe('done');
});
