import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentAnswers } from './recent-answers.js';

const others = () => true;

describe('RecentAnswers', () => {
  it('tells how fast requests went through an endpoint, and through all', () => {
    const answers = new RecentAnswers();
    for (let atMs = 0; atMs < 60_000; atMs += 100) answers.passed(atMs % 200 === 0 ? 'a.b' : 'c.d', atMs);
    expect(answers.rate('a.b', 60_000, 'whole', 60_000).perSecond).toBeCloseTo(5, 0);
    expect(answers.rate(undefined, 1000, 'whole', 60_000).perSecond).toBeCloseTo(10, 0);
    expect(answers.rate('x.y', 1000, 'whole', 60_000)).toEqual({ passed: 0, perSecond: 0 });
  });

  it('a window that is a guess is only as long as what was seen in it', () => {
    const answers = new RecentAnswers();
    for (let atMs = 100_000; atMs < 102_000; atMs += 10) answers.passed('a.b', atMs);
    expect(answers.rate('a.b', 30_000, 'used', 102_000).perSecond).toBeCloseTo(100, -1);
    expect(answers.rate('a.b', 30_000, 'whole', 102_000).perSecond).toBeCloseTo(6.6, 0);
  });

  it('a burst is told as if it had taken a second', () => {
    const answers = new RecentAnswers();
    for (let index = 0; index < 50; index += 1) answers.passed('a.b', 10);
    expect(answers.rate('a.b', 30_000, 'used', 20)).toEqual({ passed: 50, perSecond: 50 });
  });

  it('forgets what is older than the window, and everything after a minute', () => {
    const answers = new RecentAnswers();
    answers.limited('a.b', 0);
    answers.passed('c.d', 0);
    expect(answers.limitedWithin(10_000, 9000)).toEqual(['a.b']);
    expect(answers.limitedWithin(10_000, 10_500)).toEqual([]);
    expect(answers.passedWithin(60_000, 59_000, others)).toBe(1);
    expect(answers.passedWithin(60_000, 200_000, others)).toBe(0);
  });

  it('never counts more than there was, nor less than the window held', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 59_000 }), (atMs, windowMs) => {
        const answers = new RecentAnswers();
        const sorted = [...atMs].sort((a, b) => a - b);
        for (const moment of sorted) answers.passed('a.b', moment);
        const nowMs = sorted.at(-1) ?? 0;
        const within = (ms: number) => sorted.filter((moment) => moment > nowMs - ms).length;
        const counted = answers.passedWithin(windowMs, nowMs, others);
        expect(counted).toBeGreaterThanOrEqual(within(windowMs));
        expect(counted).toBeLessThanOrEqual(within(windowMs + 500));
      }),
    );
  });
});
