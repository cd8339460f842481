import { describe, expect, it } from 'vitest';
import { SharedDoor } from './shared-door.js';

const max = 60;
const windowMs = 500;
const retryAfterMs = 1000;
const dayLeftMs = 3_600_000;

interface Run {
  readonly tookMs: number;
  readonly attempts: number;
}

/**
 * Messages that all want to go at once, through a door, to a gateway that lets 60 through in any 500 ms. Answers come after
 * `latencyMs`, and each process has seen only some of what went through.
 *
 * @param told by each word in turn; `undefined` for a stray one
 */
function send(messages: number, told: readonly (number | undefined)[], latencyMs = 20): Run {
  const door = new SharedDoor();
  const passedAt: number[] = [];
  const refusalsDueAt: number[] = [];
  let attempts = 0;
  let words = 0;
  for (let nowMs = 0; ; nowMs += 1) {
    while (refusalsDueAt[0] === nowMs) {
      refusalsDueAt.shift();
      const seenPerSecond = told[words % told.length];
      words += 1;
      door.close(nowMs, { forMs: retryAfterMs, seenPerSecond }, dayLeftMs);
    }
    // A process has only so many under way at once.
    for (
      let atOnce = 0;
      atOnce < 4 && door.closedMs(nowMs) <= 0 && door.paceWaitMs(nowMs) === 0;
      atOnce += 1
    ) {
      door.pass(nowMs);
      attempts += 1;
      if (passedAt.filter((at) => at > nowMs - windowMs).length >= max) refusalsDueAt.push(nowMs + latencyMs);
      else if (passedAt.push(nowMs) === messages) return { tookMs: nowMs, attempts };
    }
  }
}

const leastMs = (messages: number) => (Math.ceil(messages / max) - 1) * windowMs;

describe('a door before a limit that nobody knows', () => {
  it.each([
    ['is guessed a tenth of what it is', [undefined, undefined, 5, 12]],
    ['is told rightly', [undefined, 120]],
    ['is told three times too high', [360]],
    ['is only ever met by strays but for the first time', [30, ...Array(400).fill(undefined)]],
  ])('lets a burst through in about twice the least time where it %s', (_, told) => {
    const { tookMs, attempts } = send(600, told);
    expect(tookMs).toBeLessThanOrEqual(2.3 * leastMs(600));
    expect(attempts).toBeLessThanOrEqual(1.25 * 600);
  });

  it('takes less and less over the least time the longer it goes on', () => {
    const { tookMs, attempts } = send(6000, [undefined, 5, 12]);
    expect(tookMs).toBeLessThanOrEqual(1.6 * leastMs(6000));
    expect(attempts).toBeLessThanOrEqual(1.1 * 6000);
  });
});
