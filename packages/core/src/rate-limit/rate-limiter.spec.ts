import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../../test/support/redis-server.js';
import {
  bench,
  type CallFields,
  gather,
  manual,
  read,
  recipients,
} from '../../test/support/limiter-bench.js';
import { systemClock } from '../clock/clock.js';
import { StoreUnavailableError } from '../errors/errors.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { Deadline } from '../retry/deadline.js';
import { alwaysThrow, withChaos } from '../testing/chaos.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { LimitOptions } from './limit-options.js';
import type { LimitStore } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';
import { RedisLimitStore } from './redis-limit-store.js';

describe('RateLimiter: lines', () => {
  it('spaces the messages to one recipient as the window demands, in their order', async () => {
    const { clock, use } = manual();
    const order: number[] = [];
    const moments = gather(
      Array.from({ length: 12 }, async (_, index) => {
        const atMs = await use();
        order.push(index);
        return atMs;
      }),
    );
    await clock.advance(180_000);
    expect(moments).toEqual([0, 0, 0, 0, 60_001, 60_001, 60_001, 60_001, 120_002, 120_002, 120_002, 120_002]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("counts a message from its end, so that a slow one cannot arrive next to a later window's", async () => {
    const { clock, use } = manual({ limits: { perRecipient: { max: 1, windowMs: 1000 } } });
    const moments = gather([use({}, 700), use()]);
    await clock.advance(5000);
    expect(moments).toEqual([0, 1701]);
  });

  it('a recipient with many messages holds up nobody else', async () => {
    const { clock, use } = manual();
    const busy = gather(Array.from({ length: 8 }, () => use({ recipient: 'busy' })));
    const others = gather(recipients(100).map((fields) => use(fields)));
    await clock.advance(10);
    expect(others).toHaveLength(100);
    expect(busy).toHaveLength(4);
  });

  it('a call that one limit let go waits in the line of the next one that refuses it, and blocks no other', async () => {
    const { clock, use } = manual({
      limits: { headroom: 0, perRecipient: { max: 1, windowMs: 10_000 }, app: { max: 2, windowMs: 1000 } },
    });
    const moments = {
      first: gather([use({ recipient: 'a' }), use({ recipient: 'b' })]),
      again: gather([use({ recipient: 'a' })]),
      others: gather(recipients(4).map((fields) => use(fields))),
    };
    await clock.advance(30_000);
    expect(moments).toEqual({ first: [0, 0], again: [10_001], others: [1001, 1001, 2002, 2002] });
  });

  it('asks the store once per step, whatever the length of the line', async () => {
    const { clock, use, asked, limiter } = manual({
      limits: { app: { max: 125, windowMs: 1000 }, adaptive: false },
    });
    const moments = gather(recipients(4000).map((fields) => use(fields)));
    await clock.advance(0);
    expect(moments).toHaveLength(100);
    expect(limiter.waiting).toBe(3900);
    const before = asked();
    await clock.advance(10_100);
    expect(moments).toHaveLength(1100);
    // Each one that passed, and one refusal per window.
    expect(asked() - before).toBeLessThanOrEqual(1000 + 11);
    // One deadline each, one line for all.
    expect(clock.sleeping).toBeLessThanOrEqual(3900 + 1);
  });

  it('a place in line costs as much in a long line as in a short one, and no timer of its own', async () => {
    const cpuMicrosPerCall = async (count: number) => {
      const { call, limiter, clock } = manual({ limits: { headroom: 0, app: { max: 1, windowMs: 60_000 } } });
      await call(read);
      const controllers = Array.from({ length: count }, () => new AbortController());
      const before = process.cpuUsage();
      const calls = controllers.map(({ signal }) => {
        const deadline = new Deadline(1e9, signal, clock);
        const waiting = {
          ...read,
          deadline,
          weight: 1,
          onLimit: 'wait',
          callId: 'c',
          requestId: undefined,
        } as const;
        return limiter.admit(waiting).catch((error: { code: string }) => error.code);
      });
      await clock.advance(0);
      expect(limiter.waiting).toBe(count);
      // One before the limit, one before the full window of what is under way, one for everybody's patience.
      expect(clock.sleeping).toBeLessThanOrEqual(3);
      for (const controller of controllers) controller.abort();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['DEADLINE']));
      expect(limiter.waiting).toBe(0);
      return process.cpuUsage(before).user / count;
    };
    await cpuMicrosPerCall(2000);
    // Sixteen times as long: were any step to walk along the line, a place would cost sixteen times as much, each time.
    let ratio = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 3 && ratio >= 6; time += 1) {
      const short = await cpuMicrosPerCall(2000);
      ratio = Math.min(ratio, (await cpuMicrosPerCall(32_000)) / short);
    }
    expect(ratio).toBeLessThan(6);
  });

  it('keeps the order of arrival among those that come from another line', async () => {
    const { clock, use, limiter } = manual({ limits: { headroom: 0, app: { max: 1, windowMs: 1000 } } });
    await limiter.limitHit({ scope: 'endpoint', endpoint: 'template.send', closure: { forMs: 500 } });
    const order: string[] = [];
    const enter = (name: string) => use({ recipient: name }).then(() => order.push(name));
    for (const name of ['a', 'b', 'c']) void enter(name);
    await clock.advance(10_000);
    expect(order).toEqual(['a', 'b', 'c']);
  });
});

describe('RateLimiter: deadlines', () => {
  it('refuses at once what cannot make its deadline, and takes nothing', async () => {
    const { clock, use, call } = manual();
    for (let send = 0; send < 4; send += 1) await use();
    await expect(call({ deadlineMs: 30_000 })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      scope: 'recipient',
      origin: 'ours',
      retryAfterMs: 60_001,
      endpoint: 'template.send',
      requestId: 'r1',
    });
    await clock.advance(60_001);
    for (let send = 0; send < 4; send += 1) expect((await call({ onLimit: 'reject' })).waitedMs).toBe(0);
  });

  it('refuses at once what does not want to wait, also where others stand in line', async () => {
    const { use, call } = manual();
    const moments = gather(Array.from({ length: 6 }, () => use()));
    await expect(call({ onLimit: 'reject' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(moments).toHaveLength(4);
  });

  it('tells a call at once where its place in line cannot make the deadline', async () => {
    const { clock, use, call } = manual();
    gather(Array.from({ length: 12 }, () => use()));
    await clock.advance(0);
    // Eight stand before it: two more windows after the one that is running.
    await expect(call({ deadlineMs: 150_000 })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 180_001,
    });
    const inTime = gather([use({ deadlineMs: 190_000 })]);
    await clock.advance(190_000);
    expect(inTime).toEqual([180_003]);
  });

  it('ends a wait at the deadline where its length was not known', async () => {
    const { clock, call } = manual({
      limits: { perRecipient: false, endpoints: { 'user.info': { concurrency: 1 } } },
    });
    await call(read);
    const waiting = call({ ...read, deadlineMs: 500 });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'RATE_LIMITED', scope: 'endpoint' });
    await clock.advance(501);
    await refused;
  });

  it('lets go of a call whose caller aborts, and serves the next', async () => {
    const { clock, use, limiter } = manual({ limits: { perRecipient: { max: 1, windowMs: 1000 } } });
    await use();
    const controller = new AbortController();
    const aborted = expect(use({ signal: controller.signal })).rejects.toMatchObject({
      code: 'DEADLINE',
      reason: 'aborted',
    });
    const next = gather([use()]);
    await clock.advance(500);
    controller.abort();
    await aborted;
    expect(limiter.waiting).toBe(1);
    await clock.advance(501);
    expect(next).toEqual([1001]);
  });

  it('tells the owner before a wait, and leaves the line where the owner says no', async () => {
    const { clock, use, call } = manual();
    for (let send = 0; send < 4; send += 1) await use();
    const waits: number[] = [];
    const beforeWait = async (waitMs: number) => void waits.push(waitMs);
    const waiting = gather([use({ beforeWait })]);
    await clock.advance(60_001);
    expect(waits).toEqual([60_001]);
    expect(waiting).toEqual([60_001]);
    for (let send = 0; send < 3; send += 1) await use();
    const lost = new StoreUnavailableError('gone', { store: 'send' });
    await expect(call({ beforeWait: () => Promise.reject(lost) })).rejects.toBe(lost);
  });

  it('reports what was held back, and by what', async () => {
    const { clock, use, events } = manual();
    gather(Array.from({ length: 5 }, () => use()));
    await clock.advance(60_001);
    expect(events.filter(({ type }) => type === 'limit.waited')).toEqual([
      {
        type: 'limit.waited',
        callId: 'c1',
        account: 'wx0000000000000001',
        endpoint: 'template.send',
        requestId: 'r1',
        scope: 'recipient',
        key: 'recipient:o1:window',
        waitMs: 60_001,
      },
    ]);
  });
});

describe('RateLimiter: barriers', () => {
  it('F63: a used-up day parks that endpoint until midnight in Beijing; others go on, and nothing is asked meanwhile', async () => {
    const { clock, use, asked, limiter } = bench({
      clock: new ManualClock(Date.UTC(2026, 4, 1, 15, 59, 30)),
    });
    await limiter.limitHit({ scope: 'endpoint', endpoint: 'template.send', closure: { forMs: 30_000 } });
    const parked = gather(recipients(10_000).map((fields) => use(fields, 100)));
    const others = gather([use({ ...read }), use({ ...read, endpoint: 'menu.get' })]);
    await clock.advance(29_999);
    expect(others).toEqual([0, 0]);
    expect(parked).toEqual([]);
    expect(asked()).toBe(2);
    await clock.advance(2);
    expect(parked).toEqual([30_001]);
    expect(asked()).toBe(3);
  });

  it('F63: reopens with one probe, then two, four, eight', async () => {
    const { clock, use, limiter } = manual({ limits: { adaptive: false } });
    await limiter.limitHit({ scope: 'gateway', endpoint: 'template.send', closure: { forMs: 1000 } });
    const moments = gather(recipients(200).map((fields) => use(fields, 100)));
    const passed: number[] = [];
    await clock.advance(1001);
    for (let step = 0; step < 7; step += 1) {
      passed.push(moments.length);
      await clock.advance(100);
    }
    expect(passed.slice(0, 4)).toEqual([1, 3, 7, 15]);
    expect(passed.at(-1)).toBe(200);
  });

  it('F63: where the limit still holds, one call finds out and the others stay', async () => {
    const { clock, call, use, limiter } = manual();
    const report = { scope: 'endpoint', endpoint: 'template.send', closure: { forMs: 1000 } } as const;
    await limiter.limitHit(report);
    const probe = call({ recipient: 'probe' });
    const others = gather(recipients(500).map((fields) => use(fields)));
    await clock.advance(1001);
    const admission = await probe;
    await limiter.limitHit(report);
    admission.release();
    await clock.advance(900);
    expect(others).toEqual([]);
    await clock.advance(102);
    expect(others.length).toBeGreaterThan(0);
  });

  it('F63: spreads the reopening at random, never before the moment that was named', async () => {
    for (const random of [0, 0.25, 0.999]) {
      const { clock, use, limiter } = manual({ random: () => random });
      await limiter.limitHit({ scope: 'app', endpoint: 'template.send', closure: { forMs: 60_000 } });
      const moments = gather([use()]);
      await clock.advance(70_000);
      expect(moments[0]).toBeCloseTo(60_001 + random * 6000, -1);
      expect(moments[0]).toBeGreaterThanOrEqual(60_000);
    }
  });

  it('keeps the later of two named moments', async () => {
    const { clock, use, limiter } = manual();
    const report = { scope: 'app', endpoint: 'template.send' } as const;
    await limiter.limitHit({ ...report, closure: { forMs: 5000 } });
    await limiter.limitHit({ ...report, closure: { forMs: 1000 } });
    const moments = gather([use()]);
    await clock.advance(6000);
    expect(moments).toEqual([5001]);
  });

  it('closes for other processes too, and they ask once', async () => {
    const clock = new ManualClock();
    const store = new MemoryLimitStore(clock);
    const [here, there] = [bench({ clock, store }), bench({ clock, store })];
    await here.limiter.limitHit({ scope: 'app', endpoint: 'template.send', closure: { forMs: 5000 } });
    const moments = gather(recipients(3).map((fields) => there.use(fields)));
    await clock.advance(4000);
    const late = gather(recipients(50, 10).map((fields) => there.use(fields)));
    await expect(there.call({ onLimit: 'reject' })).rejects.toMatchObject({
      scope: 'app',
      retryAfterMs: 1001,
    });
    // The three that came at once did not know yet.
    expect(there.asked()).toBe(3);
    await clock.advance(3000);
    expect([...moments, ...late]).toHaveLength(53);
    expect(Math.min(...moments, ...late)).toBe(5001);
  });

  it("closes one recipient's barrier for that recipient alone", async () => {
    const { clock, use, limiter } = manual();
    await limiter.limitHit({
      scope: 'recipient',
      endpoint: 'template.send',
      recipient: 'o1',
      closure: { forMs: 5000 },
    });
    const moments = gather([use({ recipient: 'o1' }), use({ recipient: 'o2' })]);
    await clock.advance(6000);
    expect(moments).toEqual([0, 5001]);
  });

  it('a probe that never comes back holds up the others for seconds, not for ever', async () => {
    const { clock, call, use, limiter } = manual();
    await limiter.limitHit({ scope: 'app', endpoint: 'template.send', closure: { forMs: 1000 } });
    void call({ recipient: 'lost' });
    const next = gather([use({ recipient: 'o2' })]);
    await clock.advance(5000);
    expect(next).toEqual([]);
    await clock.advance(2000);
    expect(next).toHaveLength(1);
  });

  it('F146: a nonsensical Retry-After closes for a bounded time', async () => {
    const { clock, use, limiter } = manual();
    await limiter.limitHit({ scope: 'app', endpoint: 'template.send', closure: { forMs: 1e15 } });
    const moments = gather([use({ deadlineMs: 1e9 })]);
    await clock.advance(86_400_000 + 31_000);
    expect(moments).toHaveLength(1);
  });
});

describe('RateLimiter: concurrency and throughput', () => {
  it('F65: fifty calls under a cap of five: never six at once, every place used, all done', async () => {
    const { clock, call } = manual({ limits: { endpoints: { 'user.info': { concurrency: 5 } } } });
    let [inside, most, done] = [0, 0, 0];
    const work = async () => {
      const admission = await call(read);
      inside += 1;
      most = Math.max(most, inside);
      await clock.sleep(100);
      inside -= 1;
      done += 1;
      admission.release();
    };
    for (let index = 0; index < 50; index += 1) void work();
    await clock.advance(1000);
    expect({ most, done }).toEqual({ most: 5, done: 50 });
  });

  it('F66: 5 000 recipients at 100 ms each and 50 at a time take no longer than that demands', async () => {
    const { clock, use } = manual({
      limits: { endpoints: { 'template.send': { concurrency: 50 } }, adaptive: false },
    });
    const moments = gather(recipients(5000).map((fields) => use(fields, 100)));
    await clock.advance((5000 / 50) * 100);
    expect(moments).toHaveLength(5000);
  });

  it('F66: not much longer where it has to find out how many at a time', async () => {
    const { clock, use } = manual({ limits: { endpoints: { 'template.send': { concurrency: 50 } } } });
    const moments = gather(recipients(5000).map((fields) => use(fields, 100)));
    await clock.advance(15_000);
    expect(moments).toHaveLength(5000);
  });
});

describe('RateLimiter: without its store', () => {
  const gone = new StoreUnavailableError('gone', { store: 'limit' });

  it('F143: a fallback never overrules a limit: of six to one recipient four pass', async () => {
    const { call } = manual({ limits: { whenUnavailable: 'local' } });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => call({ onLimit: 'reject' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('F143: counts alone where that is allowed, and keeps the limits then too', async () => {
    const clock = new ManualClock();
    const store = alwaysThrow<LimitStore>(new MemoryLimitStore(clock), gone);
    const { call } = bench({ clock, store, limits: { whenUnavailable: 'local' } });
    const passed = async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => call({ onLimit: 'reject' })));
      return outcomes.filter(({ status }) => status === 'fulfilled').length;
    };
    // Nobody knows what passed before: it may still be under way for 30 s, and counts for 60 s from then on.
    expect(await passed()).toBe(0);
    await clock.advance(90_000);
    expect(await passed()).toBe(0);
    await clock.advance(1);
    expect(await passed()).toBe(4);
  });

  it.each([
    { whenUnavailable: undefined, message: 'STORE_UNAVAILABLE', read: 'through' },
    { whenUnavailable: 'local', message: 'through', read: 'through' },
    { whenUnavailable: 'reject', message: 'STORE_UNAVAILABLE', read: 'STORE_UNAVAILABLE' },
  ] as const)('whenUnavailable $whenUnavailable: a message: $message, a read: $read', async (expected) => {
    const clock = new ManualClock();
    const store = alwaysThrow<LimitStore>(new MemoryLimitStore(clock), gone);
    const { whenUnavailable } = expected;
    const { use, events } = bench({ clock, store, limits: { whenUnavailable, perRecipient: false } });
    const outcome = (fields: Partial<CallFields>) =>
      use(fields).then(
        () => 'through',
        (error: { code: string }) => error.code,
      );
    expect({ whenUnavailable, message: await outcome({}), read: await outcome(read) }).toEqual(expected);
    for (let index = 0; index < 10; index += 1) await outcome(read);
    expect(events.filter(({ type }) => type === 'store.trouble')).toHaveLength(1);
  });

  it('asks a store that is gone once a second, and goes back to it', async () => {
    const clock = new ManualClock();
    let isGone = true;
    const store = withChaos<LimitStore>(new MemoryLimitStore(clock), (_call, run) =>
      isGone ? Promise.reject(gone) : run(),
    );
    const { use, asked, events } = bench({ clock, store, limits: { whenUnavailable: 'local' } });
    for (let index = 0; index < 50; index += 1) await use(read);
    expect(asked()).toBe(1);
    isGone = false;
    await clock.advance(1000);
    for (let index = 0; index < 5; index += 1) await use(read);
    expect(asked()).toBe(6);
    isGone = true;
    await use(read);
    expect(events.filter(({ type }) => type === 'store.trouble')).toHaveLength(2);
  });

  it('a store that fails while calls stand in line ends their wait with the reason', async () => {
    const clock = new ManualClock();
    let isGone = false;
    const store = withChaos<LimitStore>(new MemoryLimitStore(clock), (_call, run) =>
      isGone ? Promise.reject(gone) : run(),
    );
    const { use, limiter } = bench({ clock, store });
    const outcomes = Array.from({ length: 6 }, () => use().catch((error: { code: string }) => error.code));
    await clock.advance(0);
    isGone = true;
    await clock.advance(60_001);
    expect((await Promise.all(outcomes)).slice(4)).toEqual(['STORE_UNAVAILABLE', 'STORE_UNAVAILABLE']);
    expect(limiter.waiting).toBe(0);
  });

  it('a limit answer during an outage still closes the barrier here', async () => {
    const clock = new ManualClock();
    const store = alwaysThrow<LimitStore>(new MemoryLimitStore(clock), gone);
    const { use, limiter } = bench({ clock, store, limits: { whenUnavailable: 'local' } });
    await limiter.limitHit({ scope: 'app', endpoint: 'template.send', closure: { forMs: 1000 } });
    const moments = gather([use(read)]);
    await clock.advance(2000);
    expect(moments).toEqual([1001]);
  });

  it('F145: decides within half a second when Redis dies, and shares limits again when it is back', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const store = new RedisLimitStore(await RedisConnection.open(redis.url));
    onTestFinished(() => store.close());
    const limits: LimitOptions = { perRecipient: { max: 4, windowMs: 100 } };
    const { call } = bench({ clock: systemClock, store, limits, inFlightMs: 1000 });
    await call(read);
    await redis.kill();
    const tookMs: number[] = [];
    // The machine may sleep during one of them: the quickest counts.
    for (let time = 0; time < 4; time += 1) {
      const startedAt = performance.now();
      await call(read);
      await expect(call()).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        store: 'limit',
        requestId: 'r1',
      });
      tookMs.push(performance.now() - startedAt);
    }
    expect(Math.min(...tookMs)).toBeLessThan(500);
    await redis.start();
    await expect
      .poll(
        () =>
          call().then(
            () => 'through',
            () => 'refused',
          ),
        { timeout: 20_000, interval: 200 },
      )
      .toBe('through');
    expect(await redis.client.keys('*recipient*')).toHaveLength(1);
  });
});
