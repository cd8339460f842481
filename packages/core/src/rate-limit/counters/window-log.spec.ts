import { describe, expect, it } from 'vitest';
import type { SlidingWindowRule } from '../limit-store.js';
import { LogEntries } from './log-entries.js';
import { WindowLogs } from './window-log.js';

const ruleOf = (key: string, windowMs = 1000): SlidingWindowRule => ({
  type: 'sliding-window',
  key,
  scope: 'recipient',
  weight: 1,
  max: 4,
  windowMs,
});

const at = (steadyMs: number) => ({ wallMs: steadyMs, steadyMs });

/** The same numbers every time. */
function drawer() {
  let state = 1;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the windows of many recipients', () => {
  it('never mix, however their entries come, go and are used again', () => {
    const logs = new WindowLogs(new LogEntries());
    const draw = drawer();
    const stampsByKey = new Map<string, number[]>();
    for (let nowMs = 1; nowMs < 6_000; nowMs += 1) {
      const key = `recipient:${draw(250)}`;
      const rule = ruleOf(key);
      const stamps = (stampsByKey.get(key) ?? []).filter((stampMs) => stampMs > nowMs - 1000);
      logs.sweep(at(nowMs));
      const log = logs.of(key);
      // One on its way counts as if it ended now.
      const waitMs = stamps.length < 4 ? 0 : Math.min(...stamps, nowMs + 1) + 1000 - nowMs;
      expect(log.ask(rule, at(nowMs)).waitMs).toBe(waitMs);
      expect(log.left(rule)).toBe(4 - stamps.length);
      if (waitMs === 0) {
        const inFlightMs = draw(700);
        log.take({ ...rule, countsFrom: 'end' }, `a-${nowMs}`, at(nowMs), inFlightMs);
        expect(logs.of(key).holds(`a-${nowMs}`)).toBe(true);
        stamps.push(nowMs + 1 + inFlightMs);
      }
      stampsByKey.set(key, stamps);
    }
  });

  it('take a new length of the window for what was counted before', () => {
    const logs = new WindowLogs(new LogEntries());
    for (let n = 0; n < 4; n += 1) logs.of('a').take(ruleOf('a'), `a-${n}`, at(0), 0);
    expect(logs.of('a').ask(ruleOf('a', 5000), at(2000))).toEqual({ waitMs: 3001 });
    for (let n = 0; n < 10; n += 1) logs.sweep(at(2000));
    expect(logs.size).toBe(1);
    expect(logs.of('a').ask(ruleOf('a', 500), at(2000))).toEqual({ waitMs: 0 });
    logs.sweep(at(2000));
    expect(logs.size).toBe(0);
  });
});
