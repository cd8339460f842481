import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

const nowMs = Date.UTC(1994, 10, 6, 8, 49, 0);

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['0.0001', 1],
    [' 7 ', 7_000],
    ['99999999999', 86_400_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun, 6 Nov 1994 08:49:37 GMT', 37_000],
    ['Sun, 06 nov 1994 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 2094 08:49:37 GMT', 86_400_000],
    ['120, 30', 120_000],
    ['30,120', 120_000],
    ['soon, 30', 30_000],
    ['5, Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT, 60', 60_000],
  ])('reads %s', (value, delayMs) => {
    expect(parseRetryAfter(value, nowMs)).toBe(delayMs);
  });

  it.each([
    undefined,
    '',
    '-1',
    '1e3',
    '0x10',
    'soon',
    '5 apples',
    'NaN',
    'Infinity',
    'Sun, 06 Nov 1994 08:48:00 GMT',
    'Sun, nonsense',
  ])('gives undefined for %s', (value) => {
    expect(parseRetryAfter(value, nowMs)).toBeUndefined();
  });

  it('gives back any whole number of seconds up to a day, also as a date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 86_400 }),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        (seconds, epochSeconds) => {
          const now = epochSeconds * 1_000;
          expect(parseRetryAfter(String(seconds), now)).toBe(seconds * 1_000);
          expect(parseRetryAfter(new Date(now + seconds * 1_000).toUTCString(), now)).toBe(seconds * 1_000);
        },
      ),
    );
  });

  it('gives undefined or 0 to a day for anything', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const delayMs = parseRetryAfter(text, nowMs) ?? 0;
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});
