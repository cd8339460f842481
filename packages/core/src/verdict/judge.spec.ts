import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint/define-endpoint.js';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import { VerdictTable } from './judge.js';
import type { TransportFailure, TransportResult, VerdictRule } from './verdict.js';

const now = Date.UTC(2026, 0, 1);
const meaning = { zh: '…', en: '…' };
const rules: VerdictRule[] = [
  { errcode: -1, name: 'system_busy', kind: 'busy', meaning },
  { errcode: 40001, name: 'invalid_credential', kind: 'token-invalid', meaning },
  { errcode: 43101, name: 'user_refused', kind: 'user-refused', meaning },
  { errcode: 45009, name: 'daily_quota_reached', kind: 'rate-day', meaning },
  { errcode: 45010, name: 'too_fast', kind: 'rate-minute', retry: 'backoff', meaning },
  { errcode: 45011, name: 'minute_quota_reached', kind: 'rate-minute', meaning },
  { errcode: 45047, name: 'out_of_response_count', kind: 'rate-user', retry: 'never', meaning },
];
const table = new VerdictTable(rules);

const plain = defineEndpoint({
  name: 'thing.do',
  method: 'POST',
  path: '/thing',
  docs: 'https://example.com',
  kind: 'write',
  request: z.looseObject({}),
  response: z.looseObject({}),
});
const menu = defineEndpoint({
  name: 'menu.create',
  method: 'POST',
  path: '/menu',
  docs: 'https://example.com',
  kind: 'write',
  request: z.looseObject({}),
  response: z.looseObject({}),
  verdicts: [{ errcode: 45010, name: 'create_menu_limit', kind: 'bad-argument', meaning }],
});

const answer = (errcode: number, status = 200, retryAfterMs?: number): TransportResult => ({
  type: 'answer',
  status,
  errcode,
  errmsg: 'x',
  retryAfterMs,
});
const noAnswer = (status: number, retryAfterMs?: number): TransportResult => ({
  type: 'no-answer',
  status,
  retryAfterMs,
});
const failure = (
  reason: TransportFailure['reason'],
  progress: TransportFailure['progress'],
): TransportResult => ({
  type: 'failure',
  failure: { reason, progress, code: 'X' },
});
const judge = (result: TransportResult, endpoint: AnyEndpoint = plain) => table.judge(endpoint, result, now);

describe('an answer with an errcode', () => {
  it('0 on a 2xx is done', () => expect(judge(answer(0))).toMatchObject({ kind: 'ok', outcome: 'done' }));

  it('F09: is judged by its errcode, not by its status of 200', () => {
    expect(judge(answer(40001))).toMatchObject({
      kind: 'token-invalid',
      retry: 'after-refresh',
      outcome: 'not-done',
    });
  });

  it('takes retry, outcome and scope from the kind where the row is silent', () => {
    expect(judge(answer(45011))).toMatchObject({
      retry: 'next-minute',
      scope: 'endpoint',
      outcome: 'not-done',
    });
    expect(judge(answer(45009))).toMatchObject({ retry: 'next-day', scope: 'endpoint' });
    expect(judge(answer(43101))).toMatchObject({ retry: 'never', scope: undefined });
  });

  it('F61: a spent allowance is a refusal, not a limit that time lifts', () => {
    expect(judge(answer(45047))).toMatchObject({ kind: 'rate-user', retry: 'never', scope: undefined });
  });

  it('45010 is a rate limit in general, and too many menus on a menu endpoint', () => {
    expect(judge(answer(45010))).toMatchObject({ kind: 'rate-minute', retry: 'backoff', scope: 'endpoint' });
    expect(judge(answer(45010), menu)).toMatchObject({
      kind: 'bad-argument',
      retry: 'never',
      scope: undefined,
    });
  });

  it('keeps an unknown code verbatim and never repeats it', () => {
    expect(judge(answer(987654))).toMatchObject({
      kind: 'other',
      retry: 'never',
      outcome: 'not-done',
      errcode: 987654,
    });
  });

  it("a user's row wins over the platform's", () => {
    const own = new VerdictTable(rules, [{ errcode: 43101, name: 'mine', kind: 'busy', meaning }]);
    expect(own.judge(plain, answer(43101), now)).toMatchObject({
      kind: 'busy',
      retry: 'backoff',
      name: 'mine',
    });
  });

  it('believes the moment that a limit answer names', () => {
    expect(judge(answer(45011, 200, 7000))).toMatchObject({ retry: { at: now + 7000 }, scope: 'endpoint' });
  });

  it('a token error under 429 is still the gateway holding us back', () => {
    expect(judge(answer(40001, 429))).toMatchObject({ kind: 'rate-gateway', scope: 'gateway' });
  });
});

describe('an answer without an errcode', () => {
  it('F75: 200 with HTML is no success, and nobody knows what was done', () => {
    expect(judge(noAnswer(200))).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
  });

  it('503 with a moment holds for everybody before it, and may have been carried out', () => {
    expect(judge(noAnswer(503, 3000))).toMatchObject({
      kind: 'http',
      scope: 'gateway',
      outcome: 'unknown',
      retry: { at: now + 3000 },
    });
    expect(judge(noAnswer(503))).toMatchObject({ scope: undefined, retry: 'backoff' });
  });

  it('429 closes the gateway until Retry-After', () => {
    expect(judge(noAnswer(429, 3000))).toMatchObject({
      kind: 'rate-gateway',
      scope: 'gateway',
      outcome: 'not-done',
      retry: { at: now + 3000 },
    });
    expect(judge(noAnswer(429)).retry).toBe('backoff');
  });

  it('JSON without errcode under an error status is not taken for success', () => {
    expect(judge(answer(0, 500))).toMatchObject({ kind: 'http', outcome: 'unknown' });
    expect(judge(answer(0, 403))).toMatchObject({ kind: 'http', outcome: 'not-done', retry: 'never' });
    expect(judge(answer(0, 429))).toMatchObject({ kind: 'rate-gateway', outcome: 'not-done' });
  });

  it.each([500, 502, 503, 504, 408])('%i leaves open what the platform did', (status) => {
    expect(judge(noAnswer(status))).toMatchObject({ kind: 'http', outcome: 'unknown', retry: 'backoff' });
  });
});

describe('no answer at all', () => {
  it('F97: what never left was not done', () => {
    for (const reason of ['dns', 'connect', 'tls', 'timeout'] as const) {
      expect(judge(failure(reason, 'unsent'))).toMatchObject({
        kind: 'network',
        outcome: 'not-done',
        retry: 'backoff',
      });
    }
  });

  it('F48: what left without an answer is unknown', () => {
    for (const reason of ['timeout', 'reset'] as const) {
      expect(judge(failure(reason, 'sent'))).toMatchObject({
        kind: 'network',
        outcome: 'unknown',
        retry: 'backoff',
      });
    }
  });

  it('F85: what is wrong on our side is never repeated', () => {
    for (const reason of ['too-large', 'local'] as const) {
      expect(judge(failure(reason, 'unsent'))).toMatchObject({
        kind: 'bad-argument',
        outcome: 'not-done',
        retry: 'never',
      });
    }
  });

  it('an answer that cannot be taken in leaves the outcome open', () => {
    for (const reason of ['too-large', 'local'] as const) {
      expect(judge(failure(reason, 'sent'))).toMatchObject({
        kind: 'unreadable',
        outcome: 'unknown',
        retry: 'never',
      });
    }
  });

  it('an abort in the middle leaves the outcome open', () => {
    expect(judge(failure('aborted', 'sent'))).toMatchObject({ kind: 'aborted', outcome: 'unknown' });
    expect(judge(failure('aborted', 'unsent'))).toMatchObject({ kind: 'aborted', outcome: 'not-done' });
  });
});
