import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../errors/errors.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { withChaos } from '../testing/chaos.js';
import { ManualClock } from '../testing/manual-clock.js';
import { LimitFailover } from './limit-failover.js';
import type { LimitRule, LimitStore } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';

const account = 'wx0000000000000001';
const inFlightMs = 1000;
const gone = new StoreUnavailableError('gone', { store: 'limit' });

/** A store that all processes share, which can go away and come back with or without its data. */
class SharedStore {
  readonly clock: ManualClock;
  #memory: MemoryLimitStore;
  #isGone = false;
  #backAt = 0;

  constructor(clock: ManualClock) {
    this.clock = clock;
    this.#memory = new MemoryLimitStore(clock);
  }

  lose(): void {
    this.#isGone = true;
  }

  comeBack(isDataKept: boolean): void {
    this.#isGone = false;
    this.#backAt = this.clock.monotonic();
    if (!isDataKept) this.#memory = new MemoryLimitStore(this.clock);
  }

  /** Connections come back one after the other. */
  connect(rank: number): LimitStore {
    const isGone = () => this.#isGone || this.clock.monotonic() < this.#backAt + (this.#backAt && rank * 700);
    const target = new Proxy(this.#memory, {
      get: (_, name) => {
        const member: unknown = Reflect.get(this.#memory, name, this.#memory);
        return typeof member === 'function' ? member.bind(this.#memory) : member;
      },
    });
    return withChaos<LimitStore>(target, (_call, run) => (isGone() ? Promise.reject(gone) : run()));
  }
}

interface Fleet {
  readonly clock: ManualClock;
  readonly store: SharedStore;
  readonly failovers: readonly LimitFailover[];
  /** One call of a process; answers whether it passed. `arrivals` holds when the platform saw it. */
  call(process: number, rule: LimitRule, travelMs?: number): Promise<boolean>;
  readonly arrivals: number[];
}

function fleetOf(processes: number, whenUnavailable: 'local' | undefined = 'local'): Fleet {
  const clock = new ManualClock();
  const store = new SharedStore(clock);
  const telemetry = new Telemetry();
  const arrivals: number[] = [];
  const failovers = Array.from(
    { length: processes },
    (_, rank) =>
      new LimitFailover({
        account,
        store: store.connect(rank),
        clock,
        telemetry,
        inFlightMs,
        whenUnavailable: () => whenUnavailable,
        fleet: () => ({ processes, rank }),
        onReturn: () => undefined,
      }),
  );
  let calls = 0;
  const call: Fleet['call'] = async (process, rule, travelMs = 0) => {
    const failover = failovers[process];
    calls += 1;
    const request = { account, admissionId: `${calls}`, rules: [rule], barriers: [], inFlightMs };
    const counted = await failover?.admit(request, 'message');
    if (counted?.answer.type !== 'admitted') return false;
    void clock.sleep(travelMs).then(() => {
      arrivals.push(clock.monotonic());
      return counted.release([rule]).catch(() => undefined);
    });
    return true;
  };
  return { clock, store, failovers, call, arrivals };
}

function most(arrivals: readonly number[], windowMs: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const inWindow = (from: number) => sorted.filter((at) => at >= from && at <= from + windowMs).length;
  return Math.max(0, ...sorted.map(inWindow));
}

interface Outage {
  readonly fromMs: number;
  readonly forMs: number;
  readonly isDataKept: boolean;
}

/** Every process calls as often as it can, for `forMs`. */
async function storm(
  fleet: Fleet,
  processes: number,
  rule: LimitRule,
  outages: readonly Outage[],
  forMs: number,
) {
  const { clock, store } = fleet;
  const stepMs = 250;
  for (let nowMs = 0; nowMs < forMs; nowMs += stepMs) {
    for (const { fromMs, forMs: lastsMs, isDataKept } of outages) {
      if (nowMs <= fromMs && fromMs < nowMs + stepMs) store.lose();
      if (nowMs <= fromMs + lastsMs && fromMs + lastsMs < nowMs + stepMs) store.comeBack(isDataKept);
    }
    for (let process = 0; process < processes; process += 1) {
      void fleet.call(process, rule, (nowMs * 7 + process * 131) % 900);
    }
    await clock.advance(stepMs);
  }
}

const outage = fc.record({
  fromMs: fc.integer({ min: 500, max: 4000 }),
  forMs: fc.integer({ min: 250, max: 12_000 }),
  isDataKept: fc.boolean(),
});

describe('LimitFailover: over a whole fleet', () => {
  const window = fc.record({
    max: fc.integer({ min: 1, max: 9 }),
    windowMs: fc.integer({ min: 300, max: 4000 }),
    countsFrom: fc.constant('end' as const),
  });

  it('never more than the limit in any window, from the loss of the store to its return and after', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), window, outage, async (processes, fields, lost) => {
        const fleet = fleetOf(processes);
        const rule: LimitRule = { type: 'sliding-window', key: 'app', scope: 'app', weight: 1, ...fields };
        await storm(fleet, processes, rule, [lost], 30_000);
        expect(most(fleet.arrivals, fields.windowMs)).toBeLessThanOrEqual(fields.max);
        expect(fleet.arrivals.length).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });

  it('nor where it goes again right after its return', async () => {
    const flapping: readonly Outage[] = [
      { fromMs: 1000, forMs: 3000, isDataKept: true },
      { fromMs: 5500, forMs: 2000, isDataKept: false },
      { fromMs: 9000, forMs: 6000, isDataKept: true },
    ];
    for (const windowMs of [500, 2000]) {
      const fleet = fleetOf(3);
      const rule: LimitRule = {
        type: 'sliding-window',
        key: 'a',
        scope: 'app',
        weight: 1,
        max: 7,
        windowMs,
        countsFrom: 'end',
      };
      await storm(fleet, 3, rule, flapping, 30_000);
      expect(most(fleet.arrivals, windowMs)).toBeLessThanOrEqual(7);
    }
  });

  it('never more at the same time', async () => {
    const fleet = fleetOf(3);
    const rule: LimitRule = {
      type: 'concurrency',
      key: 'a',
      scope: 'endpoint',
      weight: 1,
      max: 4,
      holdMs: 120_000,
    };
    let [inside, highest, passed] = [0, 0, 0];
    const work = async (process: number) => {
      if (!(await fleet.call(process, rule, 800))) return;
      inside += 1;
      passed += 1;
      highest = Math.max(highest, inside);
      await fleet.clock.sleep(800);
      inside -= 1;
    };
    for (let step = 0; step < 120; step += 1) {
      if (step === 22) fleet.store.lose();
      if (step === 60) fleet.store.comeBack(true);
      for (let process = 0; process < 3; process += 1) void work(process);
      await fleet.clock.advance(250);
    }
    expect(highest).toBe(4);
    expect(passed).toBeGreaterThan(40);
  });

  it('goes on in an outage at the part of each, and at full pace after it', async () => {
    const fleet = fleetOf(4);
    const rule: LimitRule = {
      type: 'sliding-window',
      key: 'a',
      scope: 'app',
      weight: 1,
      max: 8,
      windowMs: 1000,
    };
    const passedIn = async (forMs: number) => {
      const before = fleet.arrivals.length;
      for (let nowMs = 0; nowMs < forMs; nowMs += 100) {
        for (let turn = 0; turn < 8; turn += 1) void fleet.call(turn % 4, rule);
        await fleet.clock.advance(100);
      }
      return fleet.arrivals.length - before;
    };
    await passedIn(1000);
    fleet.store.lose();
    expect(await passedIn(1000)).toBeLessThanOrEqual(8);
    expect(await passedIn(10_000)).toBeGreaterThan(60);
    fleet.store.comeBack(true);
    await passedIn(8000);
    expect(await passedIn(10_000)).toBeGreaterThan(60);
  });
});

describe('LimitFailover: the return of the store', () => {
  const recipient: LimitRule = {
    type: 'sliding-window',
    key: 'recipient:o1',
    scope: 'recipient',
    weight: 1,
    max: 4,
    windowMs: 60_000,
    countsFrom: 'end',
  };
  const app: LimitRule = {
    type: 'sliding-window',
    key: 'app',
    scope: 'app',
    weight: 1,
    max: 8,
    windowMs: 1000,
  };

  async function passed(fleet: Fleet, rule: LimitRule): Promise<number> {
    const calls = fleet.failovers.map((_, process) => fleet.call(process, rule));
    const outcomes = await Promise.allSettled(calls);
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
  }

  it('with its data: messages that nobody sent meanwhile go on at once, whatever the part of each', async () => {
    const fleet = fleetOf(6, undefined);
    await fleet.call(0, recipient);
    fleet.store.lose();
    expect(await passed(fleet, recipient)).toBe(0);
    fleet.store.comeBack(true);
    await fleet.clock.advance(5000);
    expect(await passed(fleet, recipient)).toBe(3);
  });

  it('without its data: nobody gets a message more until the last ones have left their window', async () => {
    const fleet = fleetOf(6, undefined);
    await passed(fleet, recipient);
    fleet.store.lose();
    expect(await passed(fleet, recipient)).toBe(0);
    fleet.store.comeBack(false);
    await fleet.clock.advance(60_000);
    expect(await passed(fleet, recipient)).toBe(0);
    await fleet.clock.advance(1002);
    expect(await passed(fleet, recipient)).toBe(4);
  });

  it('calls of one process that ask at the same time do not share the same room', async () => {
    const fleet = fleetOf(4);
    await passed(fleet, app);
    fleet.store.lose();
    await passed(fleet, app);
    fleet.store.comeBack(true);
    await fleet.clock.advance(5000);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => fleet.call(0, app)));
    expect(outcomes.filter(Boolean)).toHaveLength(2);
  });

  it('what the shared store refuses takes nothing of the part of its process', async () => {
    const fleet = fleetOf(4);
    const failover = fleet.failovers[0];
    fleet.store.lose();
    await passed(fleet, app);
    fleet.store.comeBack(true);
    await fleet.clock.advance(5000);
    await failover?.closeBarrier('app', { forMs: 1000 });
    const barriers = [{ key: 'app', scope: 'app' as const }];
    const ask = (admissionId: string) =>
      failover?.admit({ account, admissionId, rules: [app], barriers, inFlightMs }, 'message');
    for (let time = 0; time < 5; time += 1) {
      expect(await ask(`refused-${time}`)).toMatchObject({ answer: { type: 'refused', by: 'barrier' } });
    }
    await fleet.clock.advance(1002);
    expect(await ask('after')).toMatchObject({ answer: { type: 'admitted' } });
  });
});

describe('LimitFailover: long windows', () => {
  const day: LimitRule = { type: 'calendar', unit: 'day', key: 'app:day', scope: 'app', weight: 1, max: 100 };

  async function take(fleet: Fleet, processes: number, upTo: number): Promise<number> {
    let passed = 0;
    for (let call = 0; call < upTo; call += 1) if (await fleet.call(call % processes, day)) passed += 1;
    return passed;
  }

  it('of a day each takes its part of what was left, and what it took counts for all when the store is back', async () => {
    const fleet = fleetOf(4);
    expect(await take(fleet, 4, 60)).toBe(60);
    fleet.store.lose();
    const alone = await take(fleet, 4, 200);
    expect(alone).toBeGreaterThan(30);
    // The last answers were up to three calls old.
    expect(alone).toBeLessThanOrEqual(40 + 2);
    fleet.store.comeBack(true);
    await fleet.clock.advance(10_000);
    expect(await take(fleet, 4, 200)).toBe(Math.max(0, 40 - alone));
  });

  it('a day of which nothing is known waits for the store, not for midnight', async () => {
    const fleet = fleetOf(2);
    fleet.store.lose();
    expect(await take(fleet, 2, 10)).toBe(0);
    fleet.store.comeBack(true);
    await fleet.clock.advance(10_000);
    expect(await take(fleet, 2, 10)).toBe(10);
  });

  it('a store that lost its data does not give a new day: each keeps to its part of what it knew to be left', async () => {
    const fleet = fleetOf(2);
    await take(fleet, 2, 90);
    fleet.store.lose();
    const alone = await take(fleet, 2, 4);
    fleet.store.comeBack(false);
    await fleet.clock.advance(10_000);
    expect(alone + (await take(fleet, 2, 100))).toBeLessThanOrEqual(11);
    await fleet.clock.advance(86_400_000);
    expect(await take(fleet, 2, 10)).toBe(10);
  });
});
