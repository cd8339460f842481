import { describe, expect, it } from 'vitest';
import { bench, eventsOf, gather, manual, read, recipients } from '../../test/support/limiter-bench.js';
import { delayed } from '../testing/chaos.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { LimitOptions } from './limit-options.js';
import { LimitPolicy } from './limit-policy.js';
import type { LimitStore } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';

const groups = {
  interactive: { share: 0.3, priority: 10, core: true },
  batch: { share: 0.7 },
} as const;
const app = { perSecond: 1000 } as const;
const batch = { ...read, group: 'batch' } as const;
const interactive = { ...read, group: 'interactive' } as const;

describe('RateLimiter: groups', () => {
  it('interactive does not stand behind batch, before a limit that both share', async () => {
    const limits: LimitOptions = {
      headroom: 0,
      groups,
      app,
      endpoints: { 'user.info': { max: 10, windowMs: 1000 } },
    };
    const { clock, use } = manual({ limits });
    gather(Array.from({ length: 200 }, () => use(batch)));
    await clock.advance(500);
    const moments = gather([use(interactive)]);
    await clock.advance(1000);
    expect(moments).toEqual([1001]);
  });

  it('the one of higher priority is the probe of a barrier that reopens, and the next ones', async () => {
    const { clock, use, limiter } = manual({ limits: { groups, app } });
    await limiter.limitHit({ scope: 'app', endpoint: 'user.info', closure: { forMs: 1000 } });
    const order: string[] = [];
    const enter = (group: 'batch' | 'interactive') =>
      use({ ...read, group }, 100).then(() => order.push(group));
    for (let index = 0; index < 5; index += 1) void enter('batch');
    for (let index = 0; index < 5; index += 1) void enter('interactive');
    await clock.advance(3000);
    expect(order.slice(0, 5)).toEqual(Array(5).fill('interactive'));
    expect(order).toHaveLength(10);
  });

  it('each group has its own calls under way at an endpoint', async () => {
    const { clock, call } = manual({ limits: { groups, app } });
    gather(Array.from({ length: 40 }, () => call(batch).then(() => 0)));
    await clock.advance(10);
    await expect(call(interactive)).resolves.toMatchObject({ waitedMs: 0 });
  });

  it('a place among the calls under way is waited for, also by a call that would not wait for a limit', async () => {
    const { clock, use } = manual({ limits: { perRecipient: false } });
    const moments = gather(recipients(40).map((fields) => use({ ...fields, onLimit: 'reject' }, 10)));
    await clock.advance(100);
    expect(moments).toHaveLength(40);
  });

  it('groups of one priority take turns where a pace lets few through', async () => {
    const { clock, use, limiter } = manual({
      limits: { groups: { batch: { share: 0.4 }, other: { share: 0.4 } }, app },
    });
    await limiter.limitHit({
      scope: 'app',
      endpoint: 'user.info',
      closure: { forMs: 1000, seenPerSecond: 10 },
    });
    const passed: string[] = [];
    for (const group of ['batch', 'other']) {
      for (let index = 0; index < 50; index += 1) {
        void use({ ...read, group }, 1).then(() => passed.push(group));
      }
    }
    await clock.advance(4000);
    const others = passed.filter((name) => name === 'other').length;
    expect(passed.length).toBeGreaterThan(10);
    expect(others / passed.length).toBeGreaterThan(0.3);
    expect(others / passed.length).toBeLessThan(0.7);
  });

  it('tells when a group takes more than its own part, and when one may pass', async () => {
    const limits: LimitOptions = {
      groups,
      app: { max: 100, windowMs: 1000 },
      allow: { requestIds: ['vip'] },
    };
    const { use, events } = manual({ limits });
    for (let index = 0; index < 57; index += 1) await use(batch);
    expect(eventsOf(events, 'group.drew')[0]).toMatchObject({
      how: 'borrowed',
      group: 'batch',
      endpoint: 'user.info',
      weight: 1,
    });
    await use({ ...batch, requestId: 'vip' });
    expect(eventsOf(events, 'group.drew').at(-1)).toMatchObject({ how: 'allowed', requestId: 'vip' });
  });

  it('a red alert holds back the groups that are not core, and lets them go on by itself', async () => {
    const { clock, use, limiter } = manual({ limits: { groups, app } });
    await limiter.closeNonCore(10_000);
    const moments = { interactive: gather([use(interactive)]), batch: gather([use(batch)]) };
    await clock.advance(20_000);
    expect(moments).toEqual({ interactive: [0], batch: [10_001] });
  });
});

describe('RateLimiter: tenants', () => {
  const limits: LimitOptions = {
    tiers: { free: { perSecond: 1, maxWaiting: 3 } },
    defaultTier: 'free',
  };

  it('slows a flood of one tenant down first and refuses it last; others do not notice', async () => {
    const { clock, use, call } = manual({ limits });
    const flood = { ...read, tenant: 'a' } as const;
    const moments = gather(Array.from({ length: 4 }, () => use(flood)));
    await clock.advance(0);
    await expect(call(flood)).rejects.toMatchObject({ code: 'RATE_LIMITED', scope: 'tenant' });
    await expect(call({ ...read, tenant: 'b' })).resolves.toMatchObject({ waitedMs: 0 });
    await clock.advance(5000);
    expect(moments).toHaveLength(4);
    await expect(use(flood)).resolves.toBeGreaterThan(0);
  });

  it('a place in line is free again when its call has left, one way or the other', async () => {
    const { clock, use, call } = manual({ limits });
    const flood = { ...read, tenant: 'a' } as const;
    const controller = new AbortController();
    gather(Array.from({ length: 3 }, () => use(flood)));
    await clock.advance(0);
    const leaving = call({ ...flood, signal: controller.signal }).catch(({ code }: { code: string }) => code);
    await clock.advance(0);
    await expect(call(flood)).rejects.toMatchObject({ scope: 'tenant' });
    controller.abort();
    expect(await leaving).toBe('DEADLINE');
    const next = gather([use(flood)]);
    await clock.advance(10_000);
    expect(next).toHaveLength(1);
  });
});

describe('RateLimiter: pace', () => {
  const hit = { scope: 'endpoint', endpoint: 'user.info' } as const;

  it('after a limit answer all processes together go on at the pace that the store measures out', async () => {
    const clock = new ManualClock();
    const store = new MemoryLimitStore(clock);
    const fleet = Array.from({ length: 4 }, () => bench({ clock, store }));
    // The first pace is a guess, which the second limit answer ends.
    for (const seenPerSecond of [200, 100]) {
      await fleet[0]?.limiter.limitHit({ ...hit, closure: { forMs: 1000, seenPerSecond } });
      await clock.advance(1001);
    }
    const moments = fleet.flatMap(({ use }) => [...recipients(100)].map(() => use(read, 5)));
    const passed = gather(moments);
    await clock.advance(2000);
    // 70 a second, growing by 3 a second, and a burst of a tenth of a second.
    expect(passed.length).toBeGreaterThan(100);
    expect(passed.length).toBeLessThanOrEqual(2 * 76 + 10);
    await clock.advance(10_000);
    expect(passed).toHaveLength(400);
  });

  it('asks no more than a few times per call that it lets through', async () => {
    const { clock, use, limiter, asked } = manual();
    await limiter.limitHit({ ...hit, closure: { forMs: 1000, seenPerSecond: 50 } });
    const passed = gather(Array.from({ length: 200 }, () => use(read, 5)));
    await clock.advance(10_000);
    expect(passed).toHaveLength(200);
    expect(asked()).toBeLessThan(200 * 3);
  });

  it('says so in the error of a call that does not want to wait', async () => {
    const { clock, use, call, limiter } = manual();
    await limiter.limitHit({ ...hit, closure: { forMs: 1000, seenPerSecond: 1 } });
    await clock.advance(1001);
    await use(read);
    await clock.advance(0);
    await expect(call({ ...read, onLimit: 'reject' })).rejects.toMatchObject({
      scope: 'endpoint',
      message: expect.stringContaining('measured pace'),
    });
  });

  it('is forgotten with the barrier when its quota was cleared', async () => {
    const { clock, use, limiter, events } = manual();
    await limiter.limitHit({ ...hit, closure: { forMs: 300_000, seenPerSecond: 1 } });
    const moments = gather(Array.from({ length: 50 }, () => use(read, 5)));
    await clock.advance(1000);
    await limiter.reopen('endpoint:user.info');
    await clock.advance(100);
    expect(moments).toHaveLength(50);
    expect(eventsOf(events, 'barrier.closed')).toHaveLength(1);
    expect(eventsOf(events, 'barrier.opened')).toMatchObject([{ key: 'endpoint:user.info' }]);
  });

  it('is kept by no door where the policy wants none', async () => {
    const { clock, use, limiter } = manual({ limits: { adaptive: false } });
    await limiter.limitHit({ ...hit, closure: { forMs: 1000, seenPerSecond: 1 } });
    const moments = gather(Array.from({ length: 50 }, () => use(read, 5)));
    await clock.advance(1200);
    expect(moments).toHaveLength(50);
  });
});

describe('RateLimiter: calls under way', () => {
  it('each limit answer takes half a place away', async () => {
    const { call, limiter, events } = manual({ limits: { perRecipient: false } });
    const admissions = await Promise.all(recipients(16).map((fields) => call(fields)));
    for (const { release } of admissions) {
      limiter.tooMany('template.send');
      release();
    }
    const told = eventsOf(events, 'concurrency.changed');
    expect(told).toHaveLength(8);
    expect(told.at(-1)).toMatchObject({ concurrency: 8, reason: 'limit-answer' });
  });

  it('use of a quota lowers them, and a released place wakes the next', async () => {
    const { clock, use, limiter, events } = manual({ limits: { perRecipient: false } });
    await use();
    limiter.setConcurrencyFactor('template.send', 0.25);
    expect(eventsOf(events, 'concurrency.changed')).toMatchObject([{ concurrency: 4, reason: 'quota-use' }]);
    const moments = gather(recipients(12).map((fields) => use(fields, 100)));
    await clock.advance(1000);
    expect(moments).toEqual([...Array(4).fill(0), ...Array(4).fill(100), ...Array(4).fill(200)]);
  });

  it('those who wait for a place cost the store nothing, also where a limit holds them up next', async () => {
    const { clock, use, asked } = manual({
      limits: { headroom: 0, perRecipient: false, app: { max: 10, windowMs: 60_000 } },
    });
    const moments = gather(recipients(1000).map((fields) => use(fields, 10)));
    await clock.advance(59_000);
    expect(moments).toHaveLength(10);
    expect(asked()).toBeLessThan(60);
  });

  it('nobody is held up where nothing is enforced', async () => {
    const { clock, use, events } = manual({
      limits: { shadow: true, perRecipient: { max: 1, windowMs: 60_000 } },
    });
    const moments = gather(Array.from({ length: 50 }, () => use({}, 10)));
    await clock.advance(0);
    expect(moments).toHaveLength(50);
    expect(eventsOf(events, 'limit.shadowed')).toHaveLength(49);
    expect(eventsOf(events, 'limit.shadowed')[0]).toMatchObject({
      key: 'recipient:o1:window',
      scope: 'recipient',
      requestId: 'r1',
    });
  });
});

describe('RateLimiter: a long line', () => {
  it('a slow store bounds the delay of a line, not its pace', async () => {
    const clock = new ManualClock();
    const store = delayed<LimitStore>(new MemoryLimitStore(clock), 10, clock);
    const { use } = bench({
      clock,
      store,
      limits: { headroom: 0, adaptive: false, app: { max: 500, windowMs: 1000 } },
    });
    const moments = gather(Array.from({ length: 1500 }, () => use(read)));
    // One at a time would be a hundred a second.
    await clock.advance(2500);
    expect(moments.length).toBeGreaterThanOrEqual(1400);
  });

  it('keeps its order while several ask at a time', async () => {
    const clock = new ManualClock();
    const store = delayed<LimitStore>(new MemoryLimitStore(clock), 10, clock);
    const { use } = bench({ clock, store, limits: { headroom: 0, app: { max: 50, windowMs: 1000 } } });
    const order: number[] = [];
    for (let index = 0; index < 200; index += 1) void use(read).then(() => order.push(index));
    await clock.advance(6000);
    expect(order).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('a new policy holds for those who stand in line already', async () => {
    const { clock, use, limiter } = manual({ limits: { headroom: 0, app: { max: 1, windowMs: 300_000 } } });
    const moments = gather(Array.from({ length: 5 }, () => use(read)));
    await clock.advance(1000);
    expect(moments).toHaveLength(1);
    limiter.usePolicy(new LimitPolicy({ headroom: 0, app: { max: 5, windowMs: 300_000 } }, {}, { clock }));
    await clock.advance(10);
    expect(moments).toHaveLength(5);
  });

  it('what the platform told of its limits holds beside the policy', async () => {
    const rule = { type: 'sliding-window', key: 'learned:user.info', scope: 'endpoint', weight: 1 } as const;
    const { clock, use } = manual({ learnedRules: () => [{ ...rule, max: 2, windowMs: 1000 }] });
    const moments = gather(Array.from({ length: 4 }, () => use(read)));
    await clock.advance(5000);
    expect(moments).toEqual([0, 0, 1001, 1001]);
  });
});
