import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastTimeForRecipients, leastTimeForRequests } from '../src/demo/least-time.js';

const rules = { perSecond: 5, perMinute: 180 };
const aMinute = 60_000;

describe('the least time for requests', () => {
  it.each([
    [0, 0],
    [5, 0],
    [6, 1_000],
    [180, 35_000],
    [181, 60_000],
    [186, 61_000],
    [361, 120_000],
  ])('is, for %i of them from the start of a minute, %i ms', (requests, expected) => {
    expect(leastTimeForRequests(requests, 10 * aMinute, rules)).toBe(expected);
  });

  it('counts a minute that has begun for what is left of it', () => {
    expect(leastTimeForRequests(51, 50_000, rules)).toBe(10_000);
    expect(leastTimeForRequests(231, 50_000, rules)).toBe(70_000);
  });

  it('never gets less with more requests, and never beats either limit', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(10 * aMinute), (requests, startMs) => {
        const least = leastTimeForRequests(requests, startMs, rules);
        expect(leastTimeForRequests(requests + 1, startMs, rules)).toBeGreaterThanOrEqual(least);
        const minutes = Math.floor((startMs + least) / aMinute) - Math.floor(startMs / aMinute) + 1;
        expect(requests).toBeLessThanOrEqual(minutes * rules.perMinute);
        expect(requests).toBeLessThanOrEqual((least / 1000 + 2) * rules.perSecond + minutes);
      }),
    );
  });
});

describe('the least time for people', () => {
  it.each([
    [[1, 4, 2], 0],
    [[5], 60_000],
    [[8, 1], 60_000],
    [[9], 120_000],
    [[], 0],
  ])('with %j messages is %i ms', (counts, expected) => {
    expect(leastTimeForRecipients(counts, { max: 4, windowMs: 60_000 })).toBe(expected);
  });
});
