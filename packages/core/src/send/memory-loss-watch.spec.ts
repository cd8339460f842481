import { expect, it } from 'vitest';
import { MemoryLossWatch } from './memory-loss-watch.js';

it('never gives the same mark twice, nor one of another process', () => {
  const watches = [new MemoryLossWatch(() => undefined), new MemoryLossWatch(() => undefined)];
  const marks = watches.flatMap((watch) => Array.from({ length: 100 }, () => watch.fresh()));
  expect(new Set(marks).size).toBe(200);
});
