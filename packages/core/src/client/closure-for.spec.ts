import { describe, expect, it } from 'vitest';
import type { SeenThrough } from '../rate-limit/fleet/limit-desk.js';
import type { RetryAdvice, Verdict } from '../verdict/verdict.js';
import { closureFor } from './closure-for.js';

const nowMs = Date.UTC(2026, 0, 1, 12, 0, 45);

function closure(retry: RetryAdvice, scope: Verdict['scope'] = 'endpoint') {
  const asked: SeenThrough[] = [];
  const verdict: Verdict = {
    kind: 'rate-minute',
    retry,
    outcome: 'not-done',
    scope,
    errcode: 45011,
    name: undefined,
    meaning: undefined,
    hint: '',
  };
  const seen = (through: SeenThrough) => {
    asked.push(through);
    return 7;
  };
  return { closure: closureFor(verdict, 'a.b', nowMs, seen), asked };
}

describe('closureFor', () => {
  it('a limit per minute lasts to the next minute, and was counted in a whole one', () => {
    const { closure: made, asked } = closure('next-minute');
    expect(made).toEqual({ forMs: 15_000, seenPerSecond: 7 });
    expect(asked).toEqual([{ scope: 'endpoint', endpoint: 'a.b', windowMs: 60_000, span: 'whole' }]);
  });

  it('a named moment is kept, and at least a second', () => {
    expect(closure({ at: nowMs + 5000 }, 'gateway').closure).toEqual({ forMs: 5000, seenPerSecond: 7 });
    expect(closure({ at: nowMs }, 'gateway').asked).toMatchObject([{ windowMs: 1000, span: 'whole' }]);
  });

  it('an unnamed one is a guess, of the window too', () => {
    const { closure: made, asked } = closure('backoff', 'gateway');
    expect(made.forMs).toBe(30_000);
    expect(asked).toMatchObject([{ scope: 'gateway', span: 'used' }]);
  });

  it('a window that nobody names grows from a minute to an hour and to the end of the day', () => {
    expect(closure('longer-each-time').closure).toEqual({
      forMs: 60_000,
      growing: [60_000, 3_600_000, 'day'],
      seenPerSecond: 7,
    });
  });

  it('neither a day nor a person has a pace', () => {
    expect(closure('next-day').closure.seenPerSecond).toBeUndefined();
    expect(closure('next-minute', 'recipient').closure.seenPerSecond).toBeUndefined();
  });
});
