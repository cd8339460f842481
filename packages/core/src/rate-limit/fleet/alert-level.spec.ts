import { describe, expect, it } from 'vitest';
import type { TimeLineEntry } from '../limit-store.js';
import { type AlertLevel, alertLevel } from './alert-level.js';

const lines = { yellow: 0.02, red: 0.05, leastCalls: 20 };
const start = Date.UTC(2026, 0, 1);

/** One entry per pair, ten seconds apart. */
function recent(...entries: readonly Partial<TimeLineEntry>[]): TimeLineEntry[] {
  return entries.map((entry, index) => ({
    startsAt: start + index * 10_000,
    calls: 100,
    limited: 0,
    failed: 0,
    durationMs: 2000,
    ...entry,
  }));
}

const level = (entries: TimeLineEntry[], previous: AlertLevel = 'green') =>
  alertLevel(entries, lines, previous).level;

describe('alertLevel', () => {
  it.each([
    [2, 'green'],
    [3, 'yellow'],
    [5, 'yellow'],
    [6, 'red'],
    [100, 'red'],
  ])('%i limit answers of 100 requests: %s', (limited, expected) => {
    expect(level(recent({ limited }))).toBe(expected);
  });

  it('says nothing of a few requests', () => {
    expect(level(recent({ calls: 19, limited: 19 }))).toBe('green');
    expect(level([])).toBe('green');
  });

  it('looks at the last half minute', () => {
    expect(level(recent({ limited: 100 }, {}, {}, {}))).toBe('green');
    expect(level(recent({ limited: 100 }, {}, {}))).toBe('red');
  });

  it('does not flicker around a line: it goes back at half the share that raised it', () => {
    expect(level(recent({ limited: 4 }), 'red')).toBe('red');
    expect(level(recent({ limited: 2 }), 'red')).toBe('yellow');
    expect(level(recent({ limited: 2 }), 'yellow')).toBe('yellow');
    expect(level(recent({ limited: 1 }), 'yellow')).toBe('green');
  });

  it('a latency that has doubled is suspicious until it is down by half of that', () => {
    expect(level(recent({}, {}, { durationMs: 3900 }))).toBe('green');
    expect(level(recent({}, {}, { durationMs: 4000 }))).toBe('suspicious');
    expect(level(recent({}, {}, { durationMs: 3500 }), 'suspicious')).toBe('suspicious');
    expect(level(recent({}, {}, { durationMs: 2900 }), 'suspicious')).toBe('green');
    expect(level(recent({}, {}, { calls: 5, durationMs: 4000 }))).toBe('green');
  });

  it('limit answers say more than latency', () => {
    expect(level(recent({}, {}, { limited: 30, durationMs: 8000 }))).toBe('red');
  });

  it('tells the share and what it is of', () => {
    expect(alertLevel(recent({ limited: 10 }, {}), lines, 'green')).toMatchObject({
      limitedShare: 0.05,
      calls: 200,
    });
  });
});
