import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRateLimitHeaders } from './rate-limit-headers.js';

const nowMs = Date.UTC(2026, 0, 1, 12);
const read = (reset: string | undefined, more: Record<string, string> = {}) =>
  readRateLimitHeaders(
    {
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '40',
      ...(reset === undefined ? {} : { 'x-ratelimit-reset': reset }),
      ...more,
    },
    nowMs,
  );

describe('readRateLimitHeaders', () => {
  it.each([
    ['seconds', '30', 30_000],
    ['a part of a second', '0.5', 500],
    ['a moment in seconds', String(nowMs / 1000 + 30), 30_000],
    ['a moment in milliseconds', String(nowMs + 30_000), 30_000],
  ])('reads a reset as %s', (_what, reset, resetsInMs) => {
    expect(read(reset)).toEqual({ group: undefined, limit: 100, remaining: 40, resetsInMs });
  });

  it.each([undefined, 'soon', '-5', '', String(nowMs / 1000 - 30), '999999', 'NaN', '1e3'])(
    'takes %j for no reset',
    (reset) => {
      expect(read(reset)).toEqual({ group: undefined, limit: 100, remaining: 40, resetsInMs: undefined });
    },
  );

  it('counts a moment from the date of the answer, which is on the same clock', () => {
    const date = new Date(nowMs + 3_600_000).toUTCString();
    expect(read(String(nowMs / 1000 + 3630), { date })?.resetsInMs).toBe(30_000);
  });

  it('reads the group, and none that is no name', () => {
    expect(read('1', { 'x-ratelimit-group': ' messages ' })?.group).toBe('messages');
    expect(read('1', { 'x-ratelimit-group': 'a b\u0000c' })?.group).toBeUndefined();
  });

  it('reads a policy after the number, and the first of two that a proxy joined', () => {
    const headers = { 'x-ratelimit-limit': '100;w=60', 'x-ratelimit-remaining': '7, 900' };
    expect(readRateLimitHeaders(headers, nowMs)).toMatchObject({ limit: 100, remaining: 7 });
  });

  it.each([
    [{ 'x-ratelimit-limit': '100' }],
    [{ 'x-ratelimit-remaining': '5' }],
    [{ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' }],
    [{ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '11' }],
    [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '1' }],
  ])('%j tells nothing', (headers) => {
    expect(readRateLimitHeaders(headers, nowMs)).toBeUndefined();
  });

  it('makes sense of whatever comes, or nothing', () => {
    const text = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
    fc.assert(
      fc.property(text, text, text, text, (limit, remaining, reset, group) => {
        const seen = readRateLimitHeaders(
          {
            'x-ratelimit-limit': limit,
            'x-ratelimit-remaining': remaining,
            'x-ratelimit-reset': reset,
            'x-ratelimit-group': group,
          },
          nowMs,
        );
        if (seen === undefined) return;
        expect(seen.limit).toBeGreaterThanOrEqual(1);
        expect(seen.remaining).toBeGreaterThanOrEqual(0);
        expect(seen.remaining).toBeLessThanOrEqual(seen.limit);
        if (seen.resetsInMs !== undefined) {
          expect(seen.resetsInMs).toBeGreaterThanOrEqual(0);
          expect(seen.resetsInMs).toBeLessThanOrEqual(86_400_000);
        }
      }),
    );
  });
});
