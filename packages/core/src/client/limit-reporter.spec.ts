import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint/define-endpoint.js';
import { isWechatErrorOf } from '../errors/errors.js';
import { LimitDesk } from '../rate-limit/fleet/limit-desk.js';
import type { EndpointQuota } from '../rate-limit/fleet/quota-view.js';
import type { LimitOptions } from '../rate-limit/limit-options.js';
import { LimitPolicy } from '../rate-limit/limit-policy.js';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { Deadline } from '../retry/deadline.js';
import type { EventOf } from '../telemetry/events.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { ManualClock } from '../testing/manual-clock.js';
import { VerdictTable } from '../verdict/judge.js';
import type { TransportResult } from '../verdict/verdict.js';
import type { Call } from './call.js';
import { LimitReporter } from './limit-reporter.js';

const account = 'wx0000000000000001';
const meaning = { zh: '测试', en: 'test' };
const verdicts = new VerdictTable([
  { errcode: 45009, name: 'daily', kind: 'rate-day', meaning },
  { errcode: 45011, name: 'minute', kind: 'rate-minute', meaning },
  { errcode: 45012, name: 'unnamed', kind: 'rate-minute', retry: 'longer-each-time', meaning },
]);

/** 00:00 in Beijing. */
const midnight = Date.UTC(2026, 0, 1, 16);
const hourMs = 3_600_000;
const usedUp = { dailyLimit: 200, used: 200, remaining: 0 };

function endpoint(name: string) {
  return defineEndpoint({
    name,
    method: 'POST',
    path: `/${name}`,
    docs: 'https://example.com',
    kind: 'read',
    request: z.strictObject({}),
    response: z.looseObject({}),
  });
}
const send = endpoint('template.send');
const info = endpoint('user.info');
const tags = endpoint('tag.list');

interface FleetOptions {
  readonly startsAt?: number;
  readonly quota?: () => EndpointQuota | undefined;
  readonly limits?: LimitOptions;
}

/** Processes on one store. */
function fleet({ startsAt = midnight - 12 * hourMs, quota, limits }: FleetOptions = {}) {
  const clock = new ManualClock(startsAt);
  const store = new MemoryLimitStore(clock);
  const asked: string[] = [];
  const question = quota && {
    endpoint: 'quota.get',
    ask: async (path: string) => {
      asked.push(path);
      await clock.sleep(50);
      return quota();
    },
  };
  const join = (processId: string) => {
    const telemetry = new Telemetry();
    const hits: EventOf<'limit.hit'>[] = [];
    telemetry.on('limit.hit', (event) => hits.push(event));
    const policy = new LimitPolicy(limits, {}, { clock });
    const shared = { account, clock, telemetry, store };
    const limiter: RateLimiter = new RateLimiter({ ...shared, policy, random: () => 0 });
    const desk = new LimitDesk({
      ...shared,
      processId,
      limiter,
      policy: () => policy,
      question,
      endpoints: [send, info],
    });
    const reporter = new LimitReporter({ account, clock, telemetry, limiter, desk, policy: () => policy });
    const report = (of: typeof send, result: TransportResult) => {
      desk.counted({ endpoint: of.name, limited: true, failed: false, durationMs: 5 });
      const verdict = verdicts.judge(of, result, clock.now());
      return reporter.report(callOf(of), { verdict, result, rid: undefined, sample: undefined });
    };
    const passed = (of: typeof send, times: number) => {
      for (let index = 0; index < times; index += 1) {
        desk.counted({ endpoint: of.name, limited: false, failed: false, durationMs: 5 });
      }
    };
    /** 0: it may go; otherwise for how long it may not. */
    const heldBackMs = (of: typeof send) =>
      limiter.admit({ ...callOf(of), endpoint: of.name, kind: 'read', weight: 1, onLimit: 'reject' }).then(
        (admission) => {
          admission.release();
          return 0;
        },
        (error: unknown) => {
          if (!isWechatErrorOf(error, 'RATE_LIMITED')) throw error;
          return error.retryAfterMs;
        },
      );
    return { desk, limiter, report, passed, heldBackMs, hits };
  };
  const callOf = (of: typeof send): Call => ({
    callId: 'c1',
    endpoint: of,
    requestId: undefined,
    fields: {},
    fallback: undefined,
    recipients: undefined,
    recipient: undefined,
    onLimit: 'wait',
    group: undefined,
    tenant: undefined,
    maxWaitMs: undefined,
    queues: false,
    deadline: new Deadline(600_000, undefined, clock),
    query: {},
    body: { type: 'none' },
    trace: { attempts: 0, kind: undefined, errcode: undefined, exhausted: undefined },
  });
  const after = async <Result>(work: Promise<Result>, ms: number): Promise<Result> => {
    await clock.advance(ms);
    return work;
  };
  return { clock, asked, join, after };
}

const errcode = (code: number): TransportResult => ({
  type: 'answer',
  status: 200,
  errcode: code,
  errmsg: '',
  retryAfterMs: undefined,
});
const bare429: TransportResult = { type: 'no-answer', status: 429, retryAfterMs: 2000 };

describe('LimitReporter: a daily quota', () => {
  it('that is used up parks the endpoint until Beijing midnight, after one question for all', async () => {
    const { join, asked, after, clock } = fleet({ quota: () => usedUp });
    const processes = [join('a'), join('b')];
    const reports = processes.flatMap(({ report }) =>
      Array.from({ length: 20 }, () => report(send, errcode(45009))),
    );
    for (const { closedForMs } of await after(Promise.all(reports), 3000)) {
      expect(clock.now() + closedForMs).toBeGreaterThan(midnight - 5000);
      expect(closedForMs).toBeLessThanOrEqual(12 * hourMs);
    }
    expect(asked).toEqual(['/template.send']);
    for (const { heldBackMs, hits } of processes) {
      expect(await heldBackMs(send)).toBeGreaterThan(11.9 * hourMs);
      expect(await heldBackMs(info)).toBe(0);
      expect(
        hits.every(({ quotaRemaining, path }) => quotaRemaining === 0 && path === '/template.send'),
      ).toBe(true);
    }
  });

  it('that is not used up was a shorter window, nobody knows how short', async () => {
    const { join, after, clock } = fleet({ quota: () => ({ ...usedUp, used: 100, remaining: 100 }) });
    const { report, heldBackMs } = join('a');
    const closures: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { closedForMs } = await after(report(send, errcode(45009)), 100);
      expect(await heldBackMs(send)).toBeLessThanOrEqual(closedForMs);
      closures.push(Math.round(closedForMs / 1000));
      await clock.advance(closedForMs + 1);
    }
    expect(closures).toEqual([2, 5, 30, 30]);
  });

  it('that is not used up is told to every process again when it is asked for again', async () => {
    const { join, after, clock, asked } = fleet({ quota: () => ({ ...usedUp, used: 100, remaining: 100 }) });
    const processes = [join('a'), join('b')];
    const meet = () => Promise.all(processes.map(({ report }) => report(send, errcode(45009))));
    await after(meet(), 1000);
    await clock.advance(40_000);
    for (const { closedForMs } of await after(meet(), 8000)) expect(closedForMs).toBeLessThanOrEqual(2000);
    expect(asked).toHaveLength(2);
  });

  it('that is not used up was a rate: the door reopens to the pace that had gone through', async () => {
    const { join, after, clock } = fleet({ quota: () => ({ ...usedUp, used: 100, remaining: 100 }) });
    const { report, passed, limiter } = join('a');
    passed(send, 100);
    await clock.advance(1000);
    const reports = Array.from({ length: 5 }, () => report(send, errcode(45009)));
    await after(Promise.all(reports), 100);
    await clock.advance(2000);
    let through = 0;
    for (let index = 0; index < 500; index += 1) {
      const deadline = new Deadline(600_000, undefined, clock);
      const call = { kind: 'read', weight: 1, onLimit: 'wait', requestId: undefined, deadline } as const;
      void limiter.admit({ ...call, endpoint: send.name, callId: `c${index}` }).then((admission) => {
        through += 1;
        admission.release();
      });
    }
    await clock.advance(2000);
    expect(through).toBeGreaterThan(50);
    expect(through).toBeLessThan(250);
  });

  it('F63: 45009 at 23:59:30 and again at 00:00:00.1 costs a minute, not the new day', async () => {
    let answer: EndpointQuota = usedUp;
    const { join, clock, after } = fleet({ startsAt: midnight - 30_000, quota: () => answer });
    const { report, heldBackMs } = join('a');
    const first = await after(report(send, errcode(45009)), 100);
    expect(clock.now() + first.closedForMs).toBeLessThanOrEqual(midnight + 100);
    await clock.advance(midnight + 100 - clock.now());
    const second = await after(report(send, errcode(45009)), 100);
    expect(second.closedForMs).toBeLessThanOrEqual(60_000);
    expect(await heldBackMs(info)).toBe(0);
    answer = { dailyLimit: 200, used: 0, remaining: 200 };
    await clock.advance(61_000);
    expect(await heldBackMs(send)).toBe(0);
  });

  it('F63: other endpoints go on, and no process asks for the endpoint before its day', async () => {
    const { join, clock, after } = fleet({ quota: () => usedUp });
    const [a, b] = [join('a'), join('b')];
    await after(a.report(send, errcode(45009)), 100);
    for (let hour = 0; hour < 11; hour += 1) {
      await clock.advance(hourMs);
      expect(await b.heldBackMs(send)).toBeGreaterThan(0);
      expect(await b.heldBackMs(info)).toBe(0);
    }
    await clock.advance(hourMs + 31_000);
    expect(await b.heldBackMs(send)).toBe(0);
  });

  it('F63: what waits for midnight does not go all at once', async () => {
    const { join, clock, after } = fleet({ startsAt: midnight - 300_000, quota: () => usedUp });
    const { report, limiter } = join('a');
    await after(report(send, errcode(45009)), 100);
    let through = 0;
    for (let index = 0; index < 500; index += 1) {
      const deadline = new Deadline(3_600_000, undefined, clock);
      const call = {
        kind: 'read',
        weight: 1,
        onLimit: 'wait',
        callId: `c${index}`,
        requestId: undefined,
      } as const;
      // Each takes two seconds to be answered.
      void limiter.admit({ ...call, endpoint: send.name, deadline }).then(async (admission) => {
        through += 1;
        await clock.sleep(2000);
        admission.release();
      });
    }
    await clock.advance(midnight + 1500 - clock.now());
    expect(through).toBe(1);
    await clock.advance(600_000);
    expect(through).toBe(500);
  });
});

describe('LimitReporter: other limits', () => {
  it('a window that nobody names waits longer each time, by what the store remembers', async () => {
    const { join, clock, after } = fleet();
    const [a, b] = [join('a'), join('b')];
    expect((await after(a.report(send, errcode(45012)), 10)).closedForMs).toBeLessThanOrEqual(60_001);
    await clock.advance(61_000);
    const second = await after(b.report(send, errcode(45012)), 10);
    expect(second.closedForMs).toBeGreaterThan(hourMs - 1000);
    expect(second.closedForMs).toBeLessThanOrEqual(hourMs + 1);
    await clock.advance(hourMs + 1000);
    const third = await after(a.report(send, errcode(45012)), 10);
    expect(third.closedForMs).toBeGreaterThan(5 * hourMs);
  });

  it('learns the rate limit of an endpoint that met one, without keeping anybody waiting', async () => {
    const rateLimit = { max: 300, windowMs: 60_000 };
    const { join, asked, after, clock } = fleet({ quota: () => ({ ...usedUp, remaining: 9, rateLimit }) });
    const { report, desk } = join('a');
    await after(report(send, errcode(45011)), 0);
    await after(report(send, errcode(45011)), 1000);
    await clock.advance(0);
    expect(asked).toHaveLength(1);
    expect(desk.rulesOf(send.name)).toMatchObject([{ max: 240, windowMs: 60_000 }]);
  });

  it('three limit answers in a row reopen a door to seven tenths of what went through in the window that was named', async () => {
    const { join, after } = fleet();
    const { report, passed, limiter } = join('a');
    passed(send, 100);
    for (const word of ['first', 'second']) {
      await after(report(send, bare429), 10);
      expect((await limiter.closeAhead('gateway', send.name, 1)).perSecond, word).toBeUndefined();
    }
    await after(report(send, bare429), 10);
    const { perSecond } = await limiter.closeAhead('gateway', send.name, 1);
    // A hundred in two seconds.
    expect(perSecond).toBeCloseTo(35, 0);
  });

  it('keeps no pace where the policy wants none', async () => {
    const { join, after } = fleet({ limits: { adaptive: { pace: false } } });
    const { report, passed, limiter } = join('a');
    passed(send, 100);
    await after(report(send, bare429), 10);
    expect((await limiter.closeAhead('gateway', send.name, 1)).perSecond).toBeUndefined();
  });

  it('endpoints that meet limits together close the app as well, and the event says so', async () => {
    const { join, after, clock } = fleet();
    const { report, heldBackMs, hits } = join('a');
    await clock.advance(45_000);
    for (const of of [send, info, tags]) await after(report(of, errcode(45011)), 100);
    expect(hits.map(({ scope, attributedTo }) => [scope, attributedTo])).toEqual([
      ['endpoint', 'endpoint'],
      ['endpoint', 'endpoint'],
      ['endpoint', 'app'],
    ]);
    expect(await heldBackMs(endpoint('menu.get'))).toBeGreaterThan(10_000);
  });

  it('a bare 429 of one endpoint while others pass closes the gateway, and is told as about the endpoint', async () => {
    const { join, after } = fleet();
    const { report, passed, heldBackMs, hits } = join('a');
    passed(info, 25);
    expect(await after(report(send, bare429), 100)).toMatchObject({
      attributedTo: 'endpoint',
      closedForMs: 2000,
    });
    expect(hits).toMatchObject([{ scope: 'gateway', attributedTo: 'endpoint', status: 429 }]);
    expect(await heldBackMs(info)).toBeGreaterThan(0);
  });

  it('says since when the rate had been rising', async () => {
    const { join, after, clock } = fleet();
    const { report, passed } = join('a');
    for (const calls of [10, 30, 90]) {
      passed(send, calls);
      await clock.advance(10_000);
    }
    const { risingSince } = await after(report(send, errcode(45011)), 100);
    expect(risingSince).toBe(midnight - 12 * hourMs);
  });
});
