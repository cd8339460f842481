import { describe, expect, it } from 'vitest';
import type { EventOf } from '../../telemetry/events.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { alertSettings } from '../alert-options.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { AlertWatch } from './alert-watch.js';
import { FleetReporter } from './fleet-reporter.js';

const account = 'wx0000000000000001';

/** Processes on one store, each with a limiter that writes down what it is told. */
function fleet(ids: readonly string[]) {
  const clock = new ManualClock();
  const store = new MemoryLimitStore(clock);
  const done: {
    readonly what: string;
    readonly by: string;
    readonly at: number;
    readonly value?: unknown;
  }[] = [];
  const join = (processId: string) => {
    const telemetry = new Telemetry();
    const changes: EventOf<'alert.changed'>[] = [];
    telemetry.on('alert.changed', (event) => changes.push(event));
    const note = (what: string, value?: unknown) => {
      done.push({ what, by: processId, at: clock.monotonic(), value });
    };
    let metAt = Number.NEGATIVE_INFINITY;
    const watch = new AlertWatch({
      account,
      clock,
      telemetry,
      settings: () => alertSettings(undefined),
      metPaceLimit: () => clock.monotonic() - metAt < 10_000,
      limiter: {
        slowDown: async (key, perSecond) => note(`slow down ${key}`, perSecond),
        closeNonCore: async (forMs) => note('close non-core', forMs),
        freezeGrowth: (isFrozen) => note('freeze', isFrozen),
        takeTurn: (name, forMs) => store.takeTurn(account, name, forMs),
      },
    });
    const reporter = new FleetReporter({
      store,
      account,
      processId,
      clock,
      telemetry,
      onView: (view) => watch.look(view),
      isWaiting: () => watch.level !== 'green',
    });
    const calls = (count: number, limited = 0, durationMs = 20) => {
      if (limited > 0) metAt = clock.monotonic();
      for (let index = 0; index < count; index += 1) {
        reporter.counted({ endpoint: 'a.b', limited: index < limited, failed: false, durationMs });
      }
    };
    return { watch, reporter, changes, calls };
  };
  return { clock, done, processes: ids.map(join) };
}

describe('AlertWatch', () => {
  it('red pauses the groups that are not core within a second on every process, and ends by itself', async () => {
    const { clock, done, processes } = fleet(['a', 'b', 'c']);
    const everyone = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        for (const { calls } of processes) calls(2);
        await clock.advance(100);
      }
    };
    await everyone(30);
    const metAt = clock.monotonic();
    processes[0]?.calls(40, 40);
    await everyone(10);
    const closed = done.filter(({ what }) => what === 'close non-core');
    expect(new Set(closed.map(({ by }) => by))).toEqual(new Set(['a', 'b', 'c']));
    expect(Math.max(...closed.map(({ at }) => at)) - metAt).toBeLessThanOrEqual(1000);
    expect(closed.every(({ value }) => value === 10_000)).toBe(true);
    await everyone(400);
    expect(done.filter(({ what }) => what === 'close non-core')).toHaveLength(closed.length);
    for (const { watch, changes } of processes) {
      expect(watch.level).toBe('green');
      expect(changes[0]).toMatchObject({ before: 'green', level: 'red' });
      expect(changes.at(-1)?.level).toBe('green');
    }
  });

  it('is renewed by new limit answers, as long as they come', async () => {
    const { clock, done, processes } = fleet(['a']);
    for (let second = 0; second < 30; second += 1) {
      processes[0]?.calls(20, 3);
      await clock.advance(1000);
    }
    const closings = done.filter(({ what }) => what === 'close non-core');
    expect(closings.length).toBeGreaterThan(20);
  });

  it('yellow slows the fleet down once in ten seconds, from the rate that was seen', async () => {
    const { clock, done, processes } = fleet(['a', 'b']);
    for (let step = 0; step < 290; step += 1) {
      for (const { calls } of processes) calls(5, step % 6 === 5 ? 1 : 0);
      await clock.advance(100);
    }
    const slowed = done.filter(({ what }) => what === 'slow down app');
    expect(slowed.length).toBeGreaterThanOrEqual(2);
    expect(slowed.length).toBeLessThanOrEqual(3);
    // Two processes, fifty a second each.
    expect(slowed.at(-1)?.value).toBeGreaterThan(80);
    expect(slowed.at(-1)?.value).toBeLessThan(115);
    expect(done.some(({ what }) => what === 'close non-core')).toBe(false);
  });

  it('a latency that doubles holds growth until it is back', async () => {
    const { clock, done, processes } = fleet(['a']);
    const run = async (seconds: number, durationMs: number) => {
      for (let second = 0; second < seconds; second += 1) {
        processes[0]?.calls(10, 0, durationMs);
        await clock.advance(1000);
      }
    };
    await run(30, 20);
    await run(10, 80);
    await run(30, 20);
    expect(done.map(({ what, value }) => [what, value])).toEqual([
      ['freeze', true],
      ['freeze', false],
    ]);
    expect(processes[0]?.changes.map(({ level }) => level)).toEqual(['suspicious', 'green']);
  });
});
