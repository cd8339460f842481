import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome, RetryAdvice, Verdict, VerdictKind } from '../verdict/verdict.js';
import { type CallHistory, react, refusesAnyCopy } from './react.js';

const limits = { maxRetries: 5, networkRetries: 2 };
const fresh: CallHistory = {
  retries: 0,
  tokenReplayed: false,
  ended: false,
  repeatable: false,
  settling: false,
  connectRetries: 0,
  oneTime: false,
};

function verdict(kind: VerdictKind, retry: RetryAdvice, outcome: Outcome, scope?: Verdict['scope']): Verdict {
  return { kind, retry, outcome, scope, errcode: 1, name: undefined, meaning: undefined, hint: '' };
}

const anyVerdict = fc.record({
  kind: fc.constantFrom<VerdictKind>(
    'ok',
    'token-invalid',
    'busy',
    'rate-minute',
    'network',
    'http',
    'aborted',
    'other',
  ),
  retry: fc.constantFrom<RetryAdvice>('never', 'now', 'backoff', 'after-refresh', 'next-minute', 'next-day'),
  outcome: fc.constantFrom<Outcome>('done', 'not-done', 'unknown'),
  scope: fc.constantFrom<Verdict['scope']>(undefined, 'endpoint', 'gateway', 'recipient'),
  errcode: fc.constant(1),
  name: fc.constant(undefined),
  meaning: fc.constant(undefined),
  hint: fc.constant(''),
});
const anyHistory = fc.record({
  retries: fc.nat(8),
  tokenReplayed: fc.boolean(),
  ended: fc.boolean(),
  repeatable: fc.boolean(),
  settling: fc.boolean(),
  connectRetries: fc.nat(3),
  oneTime: fc.boolean(),
});

describe('react', () => {
  it('never repeats what may have been carried out and cannot be repeated, whatever else is true', () => {
    fc.assert(
      fc.property(anyVerdict, anyHistory, (anything, history) => {
        const reaction = react(
          { ...anything, outcome: 'unknown' },
          { ...history, repeatable: false },
          limits,
        );
        expect(reaction.type).toBe('leave-unknown');
      }),
    );
  });

  it('ends after a bounded number of repetitions, whatever is answered', () => {
    fc.assert(
      fc.property(anyVerdict, anyHistory, (anything, history) => {
        const spent = { ...history, retries: limits.maxRetries, tokenReplayed: true };
        expect(['done', 'give-up', 'leave-unknown']).toContain(react(anything, spent, limits).type);
      }),
    );
  });

  it('starts nothing new once the deadline has passed', () => {
    fc.assert(
      fc.property(anyVerdict, anyHistory, (anything, history) => {
        const reaction = react(anything, { ...history, ended: true }, limits);
        expect(['done', 'give-up', 'leave-unknown']).toContain(reaction.type);
      }),
    );
  });

  it('F10: replays after a token error once and no more', () => {
    const rejected = verdict('token-invalid', 'after-refresh', 'not-done');
    expect(react(rejected, fresh, limits)).toEqual({ type: 'replay-with-new-token' });
    expect(react(rejected, { ...fresh, tokenReplayed: true }, limits)).toEqual({
      type: 'give-up',
      why: 'refused',
    });
  });

  it('F48: a time-out of a message that the platform does not de-duplicate stays unknown', () => {
    const timeout = verdict('network', 'backoff', 'unknown');
    expect(react(timeout, fresh, limits)).toEqual({ type: 'leave-unknown' });
  });

  it('a time-out of a read is repeated twice', () => {
    const timeout = verdict('network', 'backoff', 'unknown');
    const read = { ...fresh, repeatable: true };
    expect(react(timeout, { ...read, retries: 1 }, limits)).toEqual({ type: 'retry', wait: 'backoff' });
    expect(react(timeout, { ...read, retries: 2 }, limits)).toEqual({ type: 'give-up', why: 'exhausted' });
  });

  it('a message whose repetition settles it gets the longer patience', () => {
    const timeout = verdict('network', 'backoff', 'unknown');
    const settling = { ...fresh, repeatable: true, settling: true, retries: 4 };
    expect(react(timeout, settling, limits)).toEqual({ type: 'retry', wait: 'backoff' });
  });

  it('what never left is not repeated here: the transport has done that', () => {
    const refused = verdict('network', 'backoff', 'not-done');
    const repeated = { ...fresh, connectRetries: 2 };
    expect(react(refused, repeated, limits)).toEqual({ type: 'give-up', why: 'exhausted' });
  });

  it('what never left is repeated twice where the transport had no time to do so', () => {
    const timeout = verdict('network', 'backoff', 'not-done');
    expect(react(timeout, { ...fresh, retries: 1 }, limits)).toEqual({ type: 'retry', wait: 'backoff' });
    expect(react(timeout, { ...fresh, retries: 2 }, limits)).toEqual({ type: 'give-up', why: 'exhausted' });
  });

  it('F51: no retries means one request', () => {
    const none = { maxRetries: 0, networkRetries: 0 };
    const read = { ...fresh, repeatable: true };
    for (const kind of ['busy', 'network', 'http', 'rate-minute'] as const) {
      expect(react(verdict(kind, 'backoff', 'not-done'), read, none).type).toBe('give-up');
      expect(react(verdict(kind, 'backoff', 'unknown'), read, none).type).toBe('give-up');
    }
  });

  it('F90: a limit waits for the barrier, a busy platform for the backoff', () => {
    expect(react(verdict('rate-minute', 'next-minute', 'not-done', 'endpoint'), fresh, limits)).toEqual({
      type: 'retry',
      wait: 'admission',
    });
    expect(react(verdict('busy', 'backoff', 'not-done'), fresh, limits)).toEqual({
      type: 'retry',
      wait: 'backoff',
    });
  });

  it('too many at the same time backs off without closing anything for the others', () => {
    expect(react(verdict('rate-concurrency', 'backoff', 'not-done', 'recipient'), fresh, limits)).toEqual({
      type: 'retry',
      wait: 'backoff',
    });
  });
});

describe('refusesAnyCopy', () => {
  it('holds for what the message is or whom it is for, and for nothing that may have changed meanwhile', () => {
    for (const kind of ['bad-argument', 'user-refused', 'user-unreachable'] as const) {
      expect(refusesAnyCopy(verdict(kind, 'never', 'not-done'))).toBe(true);
    }
    for (const kind of ['permission', 'token-invalid', 'rate-minute', 'network', 'other'] as const) {
      expect(refusesAnyCopy(verdict(kind, 'never', 'not-done'))).toBe(false);
    }
    expect(refusesAnyCopy(verdict('bad-argument', 'never', 'unknown'))).toBe(false);
  });
});
