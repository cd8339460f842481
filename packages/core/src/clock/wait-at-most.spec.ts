import { expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { waitAtMost } from './wait-at-most.js';

it('waits for work, but no longer than it may', async () => {
  const clock = new ManualClock();
  const never = new Promise(() => undefined);
  let isOver = false;
  const waiting = waitAtMost(clock, 1_000, never).then(() => {
    isOver = true;
  });
  await clock.advance(999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await waiting;
});

it('leaves no timer behind that would keep the process, whichever way the work ends', async () => {
  const clock = new ManualClock();
  await waitAtMost(clock, 1_000, Promise.resolve());
  await waitAtMost(clock, 1_000, Promise.reject(new Error('no')));
  expect(clock.sleeping).toBe(0);
});
