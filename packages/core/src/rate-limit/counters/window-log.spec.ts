import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlidingWindowRule } from '../limit-store.js';
import { LogEntries, type LogEntry } from './log-entries.js';
import { SlotTally } from './slot-tally.js';
import { TallyCounter } from './tally-counter.js';
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

class CountedEntries extends LogEntries {
  count = 0;

  override add(entry: LogEntry): number {
    this.count += 1;
    return super.add(entry);
  }

  override free(entry: number): void {
    this.count -= 1;
    super.free(entry);
  }
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
      const log = logs.of(ruleOf(key));
      // One on its way counts as if it ended now.
      const waitMs = stamps.length < 4 ? 0 : Math.min(...stamps, nowMs + 1) + 1000 - nowMs;
      expect(log.ask(rule, at(nowMs)).waitMs).toBe(waitMs);
      expect(log.left(rule)).toBe(4 - stamps.length);
      if (waitMs === 0) {
        const inFlightMs = draw(700);
        log.take({ ...rule, countsFrom: 'end' }, `a-${nowMs}`, at(nowMs), inFlightMs);
        expect(logs.of(ruleOf(key)).holds(`a-${nowMs}`)).toBe(true);
        stamps.push(nowMs + 1 + inFlightMs);
      }
      stampsByKey.set(key, stamps);
    }
  });

  it('take a new length of the window for what was counted before', () => {
    const logs = new WindowLogs(new LogEntries());
    for (let n = 0; n < 4; n += 1) logs.of(ruleOf('a')).take(ruleOf('a'), `a-${n}`, at(0), 0);
    expect(logs.of(ruleOf('a')).ask(ruleOf('a', 5000), at(2000))).toEqual({ waitMs: 3001 });
    for (let n = 0; n < 10; n += 1) logs.sweep(at(2000));
    expect(logs.size).toBe(1);
    expect(logs.of(ruleOf('a')).ask(ruleOf('a', 500), at(2000))).toEqual({ waitMs: 0 });
    logs.sweep(at(2000));
    expect(logs.size).toBe(0);
  });

  it('that are long and have a large figure answer as a tally of slots does, person by person', () => {
    const windowMs = 12_000;
    const step = fc.record({
      person: fc.nat({ max: 2 }),
      weight: fc.integer({ min: 1, max: 40 }),
      countsFrom: fc.constantFrom('admission' as const, 'end' as const),
      passMs: fc.oneof(fc.nat({ max: 150 }), fc.nat({ max: 5000 })),
      inFlightMs: fc.nat({ max: 3000 }),
      /** How many admissions back one has ended; some never do. */
      ended: fc.option(fc.nat({ max: 4 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const logs = new WindowLogs(new LogEntries());
        const tallies = [0, 1, 2].map(() => new TallyCounter(new SlotTally(windowMs, 1)));
        const taken: { readonly person: number; readonly id: string; readonly rule: SlidingWindowRule }[] =
          [];
        let nowMs = 0;
        for (const [index, { person, weight, countsFrom, passMs, inFlightMs, ended }] of steps.entries()) {
          nowMs += passMs;
          logs.sweep(at(nowMs));
          const rule = { ...ruleOf(`recipient:${person}`, windowMs), max: 130, weight, countsFrom };
          const [log, tally] = [logs.of(rule), tallies[person]];
          const told = tally?.ask(rule, at(nowMs)) ?? { waitMs: -1 };
          expect(log.ask(rule, at(nowMs))).toEqual(told);
          expect(log.left(rule)).toBe(tally?.left(rule, at(nowMs)));
          if (told.waitMs === 0) {
            taken.push({ person, id: `a${index}`, rule });
            log.take(rule, `a${index}`, at(nowMs), inFlightMs);
            tally?.take(rule, `a${index}`, at(nowMs), inFlightMs);
          }
          const over = ended === null ? undefined : taken[taken.length - 1 - ended];
          if (over === undefined) continue;
          logs.of(over.rule).end(over.id, at(nowMs));
          tallies[over.person]?.end(over.id, at(nowMs));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('hold one entry for all that ended in one slot', () => {
    const entries = new CountedEntries();
    const rule = { ...ruleOf('a', 3_600_000), max: 1000, countsFrom: 'end' as const };
    const log = new WindowLogs(entries).of(rule);
    for (let n = 0; n < 600; n += 1) {
      log.ask(rule, at(n * 100));
      log.take(rule, `a-${n}`, at(n * 100), 5000);
      log.end(`a-${n}`, at(n * 100 + 50));
    }
    expect(log.left(rule)).toBe(400);
    expect(entries.count).toBeLessThan(4);
  });
});
