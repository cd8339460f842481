import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../../../test/support/redis-server.js';
import type { WetempoEvent } from '../../telemetry/events.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { AdmitRequest, LimitStore } from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { HandlerQuota, type HandlerQuotaOptions } from './index.js';

type Limits = HandlerQuotaOptions['limits'];

function memoryQuota(limits: Limits) {
  const clock = new ManualClock(Date.parse('2026-03-01T01:00:20Z'));
  const events: WetempoEvent[] = [];
  const quota = new HandlerQuota({ limits, clock, onEvent: (event) => events.push(event) });
  return { clock, events, quota };
}

/** Whether each of so many requests was let through. */
async function takeAll(
  quota: HandlerQuota,
  count: number,
  request: Parameters<HandlerQuota['take']>[0] = {},
) {
  const answers = [];
  for (let n = 0; n < count; n += 1) answers.push((await quota.take(request)).type === 'taken');
  return answers.filter(Boolean).length;
}

describe('HandlerQuota', () => {
  it('lets through what the limit says, all of it, and names the moment of the next room', async () => {
    const { clock, quota } = memoryQuota({ app: { max: 3, windowMs: 10_000 } });
    expect(await quota.take()).toMatchObject({ type: 'taken', limit: 3, remaining: 2, resetMs: 10_000 });
    await clock.advance(4_000);
    await quota.take();
    expect(await quota.take()).toMatchObject({ remaining: 0 });
    const refused = await quota.take();
    expect(refused).toMatchObject({ type: 'refused', scope: 'app', limit: 3, remaining: 0 });
    const waitMs = refused.type === 'refused' ? refused.retryAfterMs : 0;
    await clock.advance(waitMs - 2);
    expect(await takeAll(quota, 1)).toBe(0);
    await clock.advance(2);
    expect(await takeAll(quota, 3)).toBe(1);
  });

  it('takes a cost from every limit or from none', async () => {
    const { quota } = memoryQuota({
      app: { perMinute: 10 },
      tiers: { free: { perMinute: 4 } },
      defaultTier: 'free',
    });
    expect(await quota.take({ tenant: 'a', cost: 3 })).toMatchObject({
      type: 'taken',
      limit: 4,
      remaining: 1,
    });
    expect(await quota.take({ tenant: 'a', cost: 3 })).toMatchObject({
      type: 'refused',
      scope: 'tenant',
      limit: 4,
    });
    expect(await quota.take({ cost: 7 })).toMatchObject({ type: 'taken', limit: 10, remaining: 0 });
    expect(await quota.take({ tenant: 'b' })).toMatchObject({ type: 'refused', scope: 'app' });
  });

  it('counts the day of a tenant to midnight in Beijing', async () => {
    const { quota } = memoryQuota({
      tiers: { free: { perDay: 1, windows: 'calendar' } },
      tenants: { a: 'free' },
    });
    const untilMidnightMs = 15 * 3_600_000 - 20_000;
    expect(await quota.take({ tenant: 'a' })).toMatchObject({ remaining: 0, resetMs: untilMidnightMs });
    expect(await quota.take({ tenant: 'a' })).toMatchObject({
      type: 'refused',
      retryAfterMs: untilMidnightMs,
    });
    expect(await takeAll(quota, 3, { tenant: 'b' })).toBe(3);
  });

  it('keeps the share of a busy group from the others', async () => {
    const { quota } = memoryQuota({
      app: { perMinute: 100 },
      groups: { interactive: { share: 0.5 }, batch: { share: 0.5 } },
    });
    await quota.take({ group: 'interactive' });
    expect(await takeAll(quota, 100, { group: 'batch' })).toBe(50);
    expect(await takeAll(quota, 100, { group: 'interactive' })).toBe(49);
  });

  it('holds a place until it is released, and takes a second release for none', async () => {
    const { quota } = memoryQuota({ app: { concurrency: 2 } });
    const [one] = [await quota.take(), await quota.take()];
    expect(await quota.take()).toMatchObject({ type: 'refused', scope: 'app', limit: 2 });
    if (one?.type === 'taken') one.release();
    if (one?.type === 'taken') one.release();
    expect(await takeAll(quota, 2)).toBe(1);
  });

  it('in shadow lets all through, counts them, and tells whom it would have refused', async () => {
    const { events, quota } = memoryQuota({ app: { perMinute: 2 }, shadow: true });
    expect(await takeAll(quota, 3, { group: 'exports', requestId: 'r1' })).toBe(3);
    expect(events).toEqual([
      expect.objectContaining({
        type: 'limit.shadowed',
        account: 'guard:default',
        endpoint: 'handler',
        group: 'exports',
        requestId: 'r1',
        scope: 'app',
      }),
    ]);
  });

  it('lets a listed request pass its tenant, and keeps a line of it', async () => {
    const { events, quota } = memoryQuota({
      tiers: { free: { perMinute: 1 } },
      tenants: { a: 'free' },
      app: { perMinute: 10 },
      allow: { requestIds: ['urgent'] },
    });
    await quota.take({ tenant: 'a' });
    expect(await takeAll(quota, 1, { tenant: 'a' })).toBe(0);
    expect(await takeAll(quota, 1, { tenant: 'a', requestId: 'urgent' })).toBe(1);
    expect(events).toEqual([
      expect.objectContaining({ type: 'group.drew', how: 'allowed', requestId: 'urgent', weight: 1 }),
    ]);
  });

  it('asks its store once for a take, and not at all where there is nothing to take', async () => {
    const asked: AdmitRequest[] = [];
    const store = new MemoryLimitStore();
    const watched: LimitStore = Object.assign(Object.create(store), {
      admit: (request: AdmitRequest) => {
        asked.push(request);
        return store.admit(request);
      },
    });
    const quota = new HandlerQuota({ limits: { app: { perMinute: 5, concurrency: 5 } }, name: 'q' }, watched);
    await quota.take({ cost: 2 });
    await quota.take({ cost: 0 });
    expect(asked).toEqual([expect.objectContaining({ account: 'guard:q', barriers: [] })]);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a cost of %s', async (cost) => {
    const { quota } = memoryQuota({ app: { perMinute: 5 } });
    await expect(quota.take({ cost })).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  it.each([
    [{ limits: { app: { perMinute: 1.5 } } }, /limits\.app\.perMinute/],
    [{ limits: { perRecipient: false } }, /perRecipient/],
    [{ limits: {}, name: 'a b' }, /name/],
    [{ limits: {}, redis: 'http://x' }, /redis/],
    [{ limit: {} }, /limit/],
  ])('refuses the options %o, with the path', async (options, path) => {
    const opening = HandlerQuota.open(options as unknown as HandlerQuotaOptions);
    await expect(opening).rejects.toMatchObject({ code: 'CONFIG', message: expect.stringMatching(path) });
  });
});

describe('HandlerQuota in Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  async function open(options: Omit<HandlerQuotaOptions, 'redis'>) {
    const quota = await HandlerQuota.open({ ...options, redis: redis.url });
    onTestFinished(() => quota.close());
    return quota;
  }

  it('is one quota for all who give it the same name', async () => {
    const limits: Limits = { app: { perMinute: 50 } };
    const [one, two, other] = [
      await open({ limits, name: 'one' }),
      await open({ limits, name: 'one' }),
      await open({ limits, name: 'other' }),
    ];
    const taken = await Promise.all([takeAll(one, 40), takeAll(two, 40), takeAll(other, 10)]);
    expect((taken[0] ?? 0) + (taken[1] ?? 0)).toBe(50);
    expect(taken[2]).toBe(10);
  });

  it('counts alone while the store is away, says so once, and counts with the others again', async () => {
    const away = await startRedis();
    const events: WetempoEvent[] = [];
    const quota = await HandlerQuota.open({
      limits: { app: { perMinute: 5 } },
      redis: away.url,
      onEvent: (event) => events.push(event),
    });
    onTestFinished(() => quota.close());
    expect(await takeAll(quota, 2)).toBe(2);
    await away.kill();
    // It begins anew with the whole quota, and keeps to that.
    expect(await takeAll(quota, 10)).toBe(5);
    expect(events.map(({ type }) => type)).toEqual(['store.trouble']);
    await away.start();
    await expect.poll(() => takeAll(quota, 1), { timeout: 10_000, interval: 200 }).toBe(1);
    await away.stop();
  });

  it('rejects where no process may count alone', async () => {
    const away = await startRedis();
    const limits: Limits = { app: { perMinute: 5 }, whenUnavailable: 'reject' };
    const quota = await HandlerQuota.open({ limits, redis: away.url });
    onTestFinished(() => quota.close());
    expect(await takeAll(quota, 1)).toBe(1);
    await away.stop();
    await expect(quota.take()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});
