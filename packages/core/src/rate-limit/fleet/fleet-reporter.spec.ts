import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../errors/errors.js';
import type { WetempoEvent } from '../../telemetry/events.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { FleetReport, FleetView, LimitStore } from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { FleetReporter } from './fleet-reporter.js';

const account = 'wx0000000000000001';
const call = { endpoint: 'template.send', limited: false, failed: false, durationMs: 20 };

interface Report extends FleetReport {
  readonly at: number;
}

function fleet() {
  const clock = new ManualClock();
  const memory = new MemoryLimitStore(clock);
  const reports: Report[] = [];
  let isGone = false;
  const store: Pick<LimitStore, 'report' | 'timeLine'> = {
    report: async (name, report) => {
      reports.push({ ...report, at: clock.monotonic() });
      if (isGone) throw new StoreUnavailableError('gone', { store: 'limit' });
      return memory.report(name, report);
    },
    timeLine: (name, endpoint) => memory.timeLine(name, endpoint),
  };
  const join = (processId: string, isWaiting = () => false) => {
    const telemetry = new Telemetry();
    const events: WetempoEvent[] = [];
    const views: FleetView[] = [];
    telemetry.onAny((event) => events.push(event));
    const onView = (view: FleetView) => views.push(view);
    const reporter = new FleetReporter({ store, account, processId, clock, telemetry, onView, isWaiting });
    return { reporter, events, views };
  };
  const setGone = (gone: boolean) => {
    isGone = gone;
  };
  return { clock, reports, join, setGone };
}

describe('FleetReporter', () => {
  it('is alone before it has heard of others', () => {
    const { reporter } = fleet().join('a');
    expect(reporter.view).toEqual({ processes: 1, rank: 0, recent: [], notes: new Map() });
  });

  it('tells a thousand calls in one report, about once a second', async () => {
    const { clock, reports, join } = fleet();
    const { reporter } = join('a');
    for (let second = 0; second < 5; second += 1) {
      for (let index = 0; index < 200; index += 1) reporter.counted(call);
      await clock.advance(1000);
    }
    expect(reports.length).toBeLessThanOrEqual(8);
    const counts = reports.flatMap((report) => report.counts);
    expect(counts.reduce((sum, { calls }) => sum + calls, 0)).toBe(1000);
    expect(counts.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBe(20_000);
  });

  it('tells limit answers within a tenth of a second, those that come together in one report', async () => {
    const { clock, reports, join } = fleet();
    const { reporter } = join('a');
    reporter.counted(call);
    await clock.advance(300);
    const before = reports.length;
    for (let index = 0; index < 10; index += 1) reporter.counted({ ...call, limited: true });
    await clock.advance(100);
    expect(reports.slice(before).map(({ counts }) => counts[0]?.limited)).toEqual([10]);
  });

  it('every process knows within a second what one of them has met', async () => {
    const { clock, join } = fleet();
    const processes = ['a', 'b', 'c'].map((id) => join(id));
    for (let step = 0; step < 40; step += 1) {
      for (const { reporter } of processes) reporter.counted(call);
      await clock.advance(50);
    }
    processes[0]?.reporter.counted({ ...call, limited: true });
    for (let step = 0; step < 20; step += 1) {
      for (const { reporter } of processes) reporter.counted(call);
      await clock.advance(50);
    }
    for (const { reporter } of processes) {
      expect(reporter.view.processes).toBe(3);
      expect(reporter.view.recent.reduce((sum, { limited }) => sum + limited, 0)).toBe(1);
    }
    expect(processes.map(({ reporter }) => reporter.view.rank).sort()).toEqual([0, 1, 2]);
  });

  it('gives a sign of life while calls are made, and rests when none is', async () => {
    const { clock, reports, join } = fleet();
    const { reporter } = join('a');
    reporter.counted(call);
    await clock.advance(60_000);
    expect(reports.map(({ at }) => at)).toEqual([100, 5100, 10_100]);
    expect(clock.sleeping).toBe(0);
  });

  it('keeps listening every second while its calls wait for others', async () => {
    const { clock, reports, join } = fleet();
    let waits = true;
    const { reporter } = join('a', () => waits);
    reporter.touch();
    await clock.advance(10_000);
    expect(reports.length).toBeGreaterThanOrEqual(10);
    waits = false;
    await clock.advance(60_000);
    expect(clock.sleeping).toBe(0);
  });

  it('tells trouble once, and tells the counts and notes when the store is back', async () => {
    const { clock, reports, join, setGone } = fleet();
    const { reporter, events } = join('a');
    setGone(true);
    reporter.note('quota:x', '"old"', 60_000);
    for (let second = 0; second < 5; second += 1) {
      reporter.counted(call);
      await clock.advance(1000);
    }
    reporter.note('quota:x', '"new"', 60_000);
    expect(events.map(({ type }) => type)).toEqual(['store.trouble']);
    setGone(false);
    await clock.advance(1000);
    expect(reports.at(-1)).toMatchObject({
      counts: [{ endpoint: 'template.send', calls: 5 }],
      notes: [{ key: 'quota:x', text: '"new"' }],
    });
    expect(reporter.view.notes.get('quota:x')).toBe('"new"');
  });

  it('forgets counts of more than a minute ago, rather than tell them as those of now', async () => {
    const { clock, join, setGone } = fleet();
    const { reporter } = join('a');
    setGone(true);
    reporter.counted(call);
    await clock.advance(70_000);
    setGone(false);
    await reporter.flush();
    expect(reporter.view.recent).toEqual([]);
  });

  it('flush tells a note at once', async () => {
    const { join } = fleet();
    const [a, b] = [join('a'), join('b')];
    a.reporter.note('allow:group:batch', '{}', 60_000);
    await a.reporter.flush();
    await b.reporter.flush();
    expect(b.reporter.view.notes.get('allow:group:batch')).toBe('{}');
  });

  it('tells what is left when it is closed, and nothing after that', async () => {
    const { clock, reports, join } = fleet();
    const { reporter } = join('a');
    reporter.counted(call);
    await reporter.close();
    reporter.counted(call);
    await clock.advance(10_000);
    expect(reports.map(({ counts }) => counts[0]?.calls)).toEqual([1]);
  });
});
