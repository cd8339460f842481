import { describe, expect, it } from 'vitest';
import { isWechatErrorOf } from '../../errors/errors.js';
import { Deadline } from '../../retry/deadline.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { LimitOptions } from '../limit-options.js';
import { LimitPolicy } from '../limit-policy.js';
import { Limits } from '../limits.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { RateLimiter } from '../rate-limiter.js';
import { LimitDesk } from './limit-desk.js';

const account = 'wx0000000000000001';
const send = { name: 'template.send', path: '/send' };
const info = { name: 'user.info', path: '/info' };
const dayMs = 57_600_000;

function fleet(limits?: LimitOptions) {
  const clock = new ManualClock();
  const store = new MemoryLimitStore(clock);
  const join = (processId: string) => {
    const telemetry = new Telemetry();
    const policy = new LimitPolicy(limits, {}, { clock });
    const limiter: RateLimiter = new RateLimiter({
      store,
      policy,
      account,
      clock,
      telemetry,
      random: () => 0,
      learnedRules: ({ endpoint }) => desk.rulesOf(endpoint),
      fleet: () => desk.reporter.view,
    });
    const desk: LimitDesk = new LimitDesk({
      account,
      processId,
      clock,
      telemetry,
      store,
      limiter,
      policy: () => policy,
      question: undefined,
      endpoints: [send, info],
    });
    const admits = async (endpoint: string, fields: { group?: string; requestId?: string } = {}) => {
      const deadline = new Deadline(10, undefined, clock);
      const call = { endpoint, kind: 'read', weight: 1, onLimit: 'reject', callId: 'c', deadline } as const;
      const admission = await limiter.admit({ ...call, requestId: undefined, ...fields }).catch((error) => {
        if (!isWechatErrorOf(error, 'RATE_LIMITED')) throw error;
      });
      admission?.release();
      return admission !== undefined;
    };
    const desks = new Limits({ clock, telemetry, desk: async () => desk, openDesk: () => desk });
    return { desk, limiter, limits: desks, telemetry, admits };
  };
  const [a, b] = [join('a'), join('b')];
  return { clock, a, b };
}

const counted = { endpoint: send.name, limited: false, failed: false, durationMs: 10 };

describe('LimitDesk: a quota that was cleared', () => {
  const closeBoth = async () => {
    const { clock, a, b } = fleet();
    for (const { name } of [send, info]) await a.limiter.closeAhead('endpoint', name, dayMs);
    a.desk.closedForDay(send.name, dayMs);
    await clock.advance(1000);
    expect([await b.admits(send.name), await b.admits(info.name)]).toEqual([false, false]);
    return { clock, a, b };
  };

  it('by its path opens the door of that endpoint, on every process', async () => {
    const { a, b } = await closeBoth();
    await a.desk.cleared({ path: info.path });
    await b.desk.reporter.flush();
    for (const { admits } of [a, b]) {
      expect(await admits(info.name)).toBe(true);
      expect(await admits(send.name)).toBe(false);
    }
  });

  it('with all others opens what was closed for the day, and nothing else', async () => {
    const { a, b } = await closeBoth();
    await b.desk.cleared('all');
    await a.desk.reporter.flush();
    for (const { admits } of [a, b]) {
      expect(await admits(send.name)).toBe(true);
      expect(await admits(info.name)).toBe(false);
    }
  });
});

describe('LimitDesk: which limit it was', () => {
  const endpointLimit = { scope: 'endpoint', isForDay: false } as const;

  it('several endpoints that meet limits together have met that of the app', async () => {
    const { a, clock } = fleet();
    expect(a.desk.limitMet('a.a', endpointLimit)).toBe('endpoint');
    await clock.advance(3000);
    expect(a.desk.limitMet('b.b', endpointLimit)).toBe('endpoint');
    expect(a.desk.limitMet('c.c', endpointLimit)).toBe('app');
    await clock.advance(11_000);
    expect(a.desk.limitMet('d.d', endpointLimit)).toBe('endpoint');
  });

  it('a 429 of one endpoint while others go through is about that endpoint', () => {
    const { a } = fleet();
    for (let index = 0; index < 20; index += 1) a.desk.counted({ ...counted, endpoint: info.name });
    expect(a.desk.limitMet(send.name, { scope: 'gateway', isForDay: false })).toBe('endpoint');
  });

  it('tells since when the rate had been rising, over all processes', async () => {
    const { a, b, clock } = fleet();
    for (const calls of [10, 10, 40, 90]) {
      for (let index = 0; index < calls; index += 1) (index % 2 === 0 ? a : b).desk.counted(counted);
      await clock.advance(10_000);
    }
    expect(await a.desk.risingSince(send.name)).toBe(Date.UTC(2026, 0, 1) + 10_000);
    expect(await a.desk.risingSince(info.name)).toBeUndefined();
  });

  it('takes what this process saw for a part of what the fleet did', async () => {
    const { a, b } = fleet();
    for (let index = 0; index < 30; index += 1) a.desk.counted(counted);
    await b.desk.reporter.flush();
    await a.desk.reporter.flush();
    for (let index = 0; index < 3; index += 1)
      a.desk.limitMet(send.name, { scope: 'endpoint', isForDay: false });
    const through = { endpoint: send.name, windowMs: 1000, span: 'used' } as const;
    expect(a.desk.seenPerSecond({ scope: 'endpoint', ...through })).toBe(60);
    expect(a.desk.seenPerSecond({ scope: 'endpoint', ...through, endpoint: info.name })).toBeUndefined();
  });
});

describe('LimitDesk: red', () => {
  it('pauses the groups that are not core on every process, and they come back by themselves', async () => {
    const { clock, a, b } = fleet({ groups: { batch: { share: 0.5 } }, app: { perSecond: 1000 } });
    for (let index = 0; index < 100; index += 1) b.desk.counted(counted);
    await clock.advance(1000);
    for (let index = 0; index < 30; index += 1) a.desk.counted({ ...counted, limited: true });
    b.desk.counted(counted);
    await clock.advance(1000);
    expect([a.limits.level(), b.limits.level()]).toEqual(['red', 'red']);
    for (const { admits } of [a, b]) {
      expect(await admits(info.name, { group: 'batch' })).toBe(false);
      expect(await admits(info.name)).toBe(true);
    }
    await clock.advance(12_000);
    for (const { admits } of [a, b]) expect(await admits(info.name, { group: 'batch' })).toBe(true);
    await clock.advance(90_000);
    expect([a.limits.level(), b.limits.level()]).toEqual(['green', 'green']);
  });
});

describe('Limits', () => {
  it('lets a group pass on every process, until it is taken back', async () => {
    const options = { groups: { batch: { share: 0.1, burst: 0 } }, app: { perMinute: 20 }, headroom: 0 };
    const { a, b, clock } = fleet(options);
    for (let index = 0; index < 30; index += 1) await b.admits(info.name, { group: 'batch' });
    expect(await b.admits(info.name, { group: 'batch' })).toBe(false);
    await a.limits.allow({ group: 'batch', forMs: 3_600_000, reason: 'a late campaign' });
    await b.desk.reporter.flush();
    const [entry] = b.limits.allowed();
    expect(entry).toMatchObject({ type: 'group', name: 'batch', reason: 'a late campaign' });
    expect(entry?.until).toBe(clock.now() + 3_600_000);
    await b.limits.disallow({ group: 'batch' });
    await a.desk.reporter.flush();
    expect(a.limits.allowed()).toEqual([]);
  });

  it('forgets a permission when its time is over', async () => {
    const { a, clock } = fleet();
    await a.limits.allow({ requestId: 'order-1', forMs: 1000 });
    expect(a.limits.allowed()).toHaveLength(1);
    await clock.advance(1000);
    expect(a.limits.allowed()).toEqual([]);
  });

  it.each([
    [{ forMs: 1000 }, 'limits.allow'],
    [{ group: 'a', requestId: 'b', forMs: 1000 }, 'limits.allow'],
    [{ group: 'a', forMs: 0 }, 'forMs'],
    [{ group: 'a', forMs: Number.POSITIVE_INFINITY }, 'forMs'],
  ])('refuses %j', async (request, named) => {
    const { a } = fleet();
    // As a caller without types would.
    const error = await a.limits.allow(request as never).catch((thrown: unknown) => thrown);
    expect(isWechatErrorOf(error, 'CONFIG') && error.message).toContain(named);
  });

  it('keeps the last draws beyond a part, and no more than 200', () => {
    const { a } = fleet();
    const draw = {
      type: 'group.drew',
      account,
      endpoint: send.name,
      group: 'batch',
      how: 'borrowed',
    } as const;
    for (let index = 0; index < 250; index += 1) {
      a.telemetry.emit({ ...draw, callId: `c${index}`, requestId: undefined, key: 'app:1000ms', weight: 1 });
    }
    expect(a.limits.audit()).toHaveLength(200);
    expect(a.limits.audit().at(-1)).toMatchObject({
      callId: 'c249',
      how: 'borrowed',
      at: Date.UTC(2026, 0, 1),
    });
  });

  it('hands out the time line', async () => {
    const { a } = fleet();
    a.desk.counted(counted);
    await a.desk.reporter.flush();
    expect(await a.limits.timeLine(send.name)).toMatchObject([{ calls: 1, limited: 0, durationMs: 10 }]);
  });
});
