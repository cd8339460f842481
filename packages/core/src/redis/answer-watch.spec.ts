import { expect, it } from 'vitest';
import { AnswerWatch } from './answer-watch.js';

const never = new Promise<never>(() => undefined);

/** Keeps the process from doing anything else, as a long computation does. */
function block(durationMs: number): void {
  const until = performance.now() + durationMs;
  while (performance.now() < until);
}

it('settles like the answer', async () => {
  const watch = new AnswerWatch(1000);
  await expect(watch.within(Promise.resolve(1))).resolves.toBe(1);
  await expect(watch.within(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('gives up on an answer that does not come, and on that alone', async () => {
  const watch = new AnswerWatch(60);
  const answered = watch.within(new Promise((resolve) => setTimeout(() => resolve('late'), 30)));
  await expect(watch.within(never)).rejects.toThrow('no answer within 60 ms');
  await expect(answered).resolves.toBe('late');
});

it('does not take its own busy process for a dead server', async () => {
  const watch = new AnswerWatch(60);
  const answer = watch.within(new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'there'))));
  block(200);
  await expect(answer).resolves.toBe('there');
});

it('leaves a command that a busy process could write only late its whole time', async () => {
  const watch = new AnswerWatch(100);
  // Waits for the end of the block, as a pipeline does that is flushed once the event loop turns.
  const answer = watch.within(
    new Promise((resolve) => setImmediate(() => setTimeout(() => resolve('there'), 60))),
  );
  block(300);
  await expect(answer).resolves.toBe('there');
});

it('gives up in a process that is busy all the time, too', async () => {
  const watch = new AnswerWatch(40);
  let ended = false;
  const answer = watch.within(never).finally(() => {
    ended = true;
  });
  const turn = () => {
    if (ended) return;
    block(30);
    setImmediate(turn);
  };
  turn();
  await expect(answer).rejects.toThrow('no answer');
});
