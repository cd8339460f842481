import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWechatErrorOf } from '../errors/errors.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { LimitOptions } from './limit-options.js';
import { type LimitedCall, LimitPolicy } from './limit-policy.js';

const send: LimitedCall = { endpoint: 'template.send', kind: 'message', recipient: 'o1', weight: 1 };
const read: LimitedCall = { endpoint: 'user.info', kind: 'read', weight: 1 };

function rulesByKey(policy: LimitPolicy, call: LimitedCall) {
  return Object.fromEntries(policy.limitsOf(call).rules.map((rule) => [rule.key, rule]));
}

function problem(options: unknown): { path: string; message: string } | undefined {
  try {
    new LimitPolicy(options as LimitOptions);
    return undefined;
  } catch (error) {
    if (!isWechatErrorOf(error, 'CONFIG')) throw error;
    return error.issues[0];
  }
}

describe('LimitPolicy', () => {
  it('allows each recipient 4 messages in any minute by default, without headroom', () => {
    expect(new LimitPolicy().limitsOf(send).rules).toEqual([
      {
        type: 'sliding-window',
        key: 'recipient:o1:window',
        scope: 'recipient',
        weight: 1,
        max: 4,
        windowMs: 60_000,
        countsFrom: 'end',
      },
    ]);
  });

  it('limits recipients only on messages that have one, and on the endpoints that are named', () => {
    expect(new LimitPolicy().limitsOf(read).rules).toEqual([]);
    expect(new LimitPolicy().limitsOf({ ...send, recipient: undefined }).rules).toEqual([]);
    const platform = { perRecipientEndpoints: ['template.send'] };
    expect(new LimitPolicy({}, platform).limitsOf(send).rules).toHaveLength(1);
    const service = { ...send, endpoint: 'customerService.send' };
    expect(new LimitPolicy({}, platform).limitsOf(service).rules).toEqual([]);
    const own = { perRecipient: { max: 1, windowMs: 5, endpoints: ['customerService.send'] } };
    expect(new LimitPolicy(own, platform).limitsOf(service).rules).toHaveLength(1);
    expect(new LimitPolicy(own, platform).limitsOf(send).rules).toEqual([]);
    expect(new LimitPolicy({ perRecipient: false }).limitsOf(send).rules).toEqual([]);
  });

  it('leaves a fifth of endpoint and app windows unused, and never less than one call', () => {
    const policy = new LimitPolicy({
      perRecipient: false,
      endpoints: { 'template.send': { perSecond: 10, perMinute: 1, perDay: 100_000, concurrency: 5 } },
      app: { max: 50, windowMs: 500 },
    });
    const rules = rulesByKey(policy, send);
    expect(rules['endpoint:template.send:1000ms']).toMatchObject({ max: 8, scope: 'endpoint' });
    expect(rules['endpoint:template.send:60000ms']).toMatchObject({ max: 1 });
    expect(rules['endpoint:template.send:day']).toMatchObject({ type: 'calendar', unit: 'day', max: 80_000 });
    expect(rules['endpoint:template.send:concurrency']).toMatchObject({ type: 'concurrency', max: 5 });
    expect(rules['app:500ms']).toMatchObject({ max: 40, scope: 'app' });
    expect(
      rulesByKey(new LimitPolicy({ app: { perDay: 1000 }, headroom: 0.9 }), read)['app:day'],
    ).toMatchObject({ max: 100 });
  });

  it("takes a call's weight from the app, one from its endpoint, and never more than a whole limit", () => {
    const policy = new LimitPolicy({
      endpoints: { 'user.info': { perMinute: 100, weight: 7 } },
      app: { perMinute: 100, perSecond: 5 },
    });
    const rules = rulesByKey(policy, read);
    expect(rules['endpoint:user.info:60000ms']).toMatchObject({ weight: 1 });
    expect(rules['app:60000ms']).toMatchObject({ weight: 7, max: 80 });
    expect(rules['app:1000ms']).toMatchObject({ weight: 4, max: 4 });
    expect(rulesByKey(policy, { ...read, endpoint: 'user.list', weight: 2 })['app:60000ms']).toMatchObject({
      weight: 2,
    });
  });

  it("puts the user's figures before the platform's, field by field", () => {
    const platform = { endpoints: { 'user.info': { perDay: 1000, perMinute: 50 } }, app: { perSecond: 100 } };
    const policy = new LimitPolicy({ headroom: 0, endpoints: { 'user.info': { perDay: 500 } } }, platform);
    expect(Object.values(rulesByKey(policy, read)).map(({ max }) => max)).toEqual([50, 500, 100]);
  });

  it('keeps the smaller of two limits for windows of one length', () => {
    const policy = new LimitPolicy({ headroom: 0, app: { perMinute: 50, max: 20, windowMs: 60_000 } });
    expect(policy.limitsOf(read).rules).toMatchObject([{ max: 20 }]);
  });

  it("puts every call behind the barriers of gateway, app and endpoint, and messages behind the recipient's", () => {
    const keys = (call: LimitedCall) => new LimitPolicy().limitsOf(call).barriers.map(({ key }) => key);
    expect(keys(read)).toEqual(['gateway', 'app', 'endpoint:user.info']);
    expect(keys(send)).toEqual(['gateway', 'app', 'endpoint:template.send', 'recipient:o1']);
  });

  it('makes the rules of an endpoint once for each group', () => {
    const policy = new LimitPolicy({ app: { perMinute: 10 }, groups: { batch: { share: 0.5 } } });
    expect(policy.limitsOf(read)).toBe(policy.limitsOf({ ...read, callId: 'c1', group: 'none' }));
    expect(policy.limitsOf({ ...read, group: 'batch' })).toBe(policy.limitsOf({ ...read, group: 'batch' }));
    expect(policy.limitsOf(read)).not.toBe(policy.limitsOf({ ...read, group: 'batch' }));
    expect(policy.limitsOf({ ...read, weight: 2 }).rules[0]).toMatchObject({ weight: 2 });
  });

  it('counts endpoint and app windows from the end of calls where no headroom hides their jitter', () => {
    const options = { endpoints: { 'user.info': { perSecond: 5 } }, app: { perMinute: 10, perDay: 100 } };
    const countsFrom = (headroom: number) =>
      new LimitPolicy({ ...options, headroom })
        .limitsOf(read)
        .rules.map((rule) => ('countsFrom' in rule ? rule.countsFrom : undefined));
    expect(countsFrom(0)).toEqual(['end', 'end', undefined]);
    expect(countsFrom(0.01)).toEqual([undefined, undefined, undefined]);
  });

  it("splits the app's windows between groups up to the platform's own figure, and nothing else", () => {
    const policy = new LimitPolicy({
      endpoints: { 'user.info': { perSecond: 5 } },
      app: { perSecond: 100, perDay: 1000, concurrency: 3 },
      groups: { batch: { share: 0.25 } },
    });
    const rules = policy.limitsOf({ ...read, group: 'batch' }).rules;
    expect(rules.map(({ key, scope }) => [key, scope])).toEqual([
      ['endpoint:user.info:1000ms', 'endpoint'],
      ['app:1000ms#batch', 'group'],
      ['app:day#batch', 'group'],
      ['app:concurrency', 'app'],
    ]);
    expect(rules[1]).toMatchObject({ max: 80, split: { counter: 'app:1000ms', ceiling: 100 } });
    expect(rules[2]).toMatchObject({ max: 800, split: { counter: 'app:day', ceiling: 1000 } });
  });

  it('holds calls of groups that are not core behind the door that a red alert closes', () => {
    const policy = new LimitPolicy({
      app: { perSecond: 10 },
      groups: { batch: { share: 0.3 }, interactive: { share: 0.6, core: true } },
    });
    const isHeld = (group?: string) =>
      policy.limitsOf({ ...read, group }).barriers.some(({ key }) => key === 'non-core');
    expect([isHeld('batch'), isHeld('interactive'), isHeld()]).toEqual([true, false, false]);
    expect([policy.isCore('batch'), policy.isCore('interactive'), policy.isCore()]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("limits a message by recipient, tenant, endpoint and app, narrowest first, and bounds its tenant's line", () => {
    const policy = new LimitPolicy({
      endpoints: { 'template.send': { perSecond: 5, weight: 2 } },
      app: { perSecond: 10 },
      tiers: { free: { perMinute: 3, maxWaiting: 7 } },
      tenants: { acme: 'free' },
    });
    const limits = policy.limitsOf({ ...send, tenant: 'acme' });
    expect(limits.rules.map(({ key, weight }) => [key, weight])).toEqual([
      ['recipient:o1:window', 1],
      ['tenant:acme:60000ms', 2],
      ['endpoint:template.send:1000ms', 1],
      ['app:1000ms', 2],
    ]);
    expect(limits.waiting).toEqual({ key: 'tenant:acme', max: 7 });
    expect(policy.limitsOf({ ...send, tenant: 'other' }).waiting).toBeUndefined();
  });

  it("lets a call of the allow-list pass groups, tenants and a red alert, and none of the platform's own limits", () => {
    const policy = new LimitPolicy({
      endpoints: { 'template.send': { perSecond: 5 } },
      app: { perSecond: 10 },
      groups: { batch: { share: 0.3 } },
      tiers: { free: { perMinute: 3 } },
      defaultTier: 'free',
      allow: { requestIds: ['r1'] },
    });
    const call = { ...send, group: 'batch', tenant: 'acme', requestId: 'r1' };
    const { rules, barriers, passes, waiting } = policy.limitsOf(call);
    expect([passes, waiting]).toEqual([true, undefined]);
    expect(rules.map(({ key }) => key)).toEqual([
      'recipient:o1:window',
      'endpoint:template.send:1000ms',
      'app:1000ms',
    ]);
    expect(rules[2]).toMatchObject({ scope: 'app', max: 8, split: { counter: 'app:1000ms', ceiling: 8 } });
    expect(barriers.map(({ key }) => key)).toEqual([
      'gateway',
      'app',
      'endpoint:template.send',
      'recipient:o1',
    ]);
    expect(policy.limitsOf({ ...call, requestId: 'r2' })).toMatchObject({ passes: false, waiting: {} });
  });

  it('hears of permissions that the fleet gives, and keeps them when the options change', async () => {
    const clock = new ManualClock();
    const policy = new LimitPolicy({}, {}, { clock });
    const passes = (of: LimitPolicy) => of.limitsOf({ ...read, group: 'batch' }).passes;
    policy.allowList.replaceShared([{ type: 'group', name: 'batch', until: clock.now() + 1000 }]);
    const changed = policy.changedTo({ app: { perSecond: 10 } });
    expect([passes(policy), passes(changed)]).toEqual([true, true]);
    await clock.advance(1000);
    expect([passes(policy), passes(changed)]).toEqual([false, false]);
  });

  it('keeps what it knows of the platform when the options change, and itself where they are wrong', () => {
    const policy = new LimitPolicy({}, { app: { perSecond: 10 } });
    expect(policy.changedTo({ headroom: 0 }).limitsOf(read).rules).toMatchObject([{ max: 10 }]);
    expect(() => policy.changedTo({ headroom: 2 })).toThrow('limits.headroom');
    expect(policy.limitsOf(read).rules).toMatchObject([{ max: 8 }]);
  });

  it('enforces nothing in shadow, closes no door of its own, and names the same rules', () => {
    const options = { app: { perSecond: 10 }, groups: { batch: { share: 0.3 } } };
    const call = { ...read, group: 'batch' };
    const real = new LimitPolicy(options).limitsOf(call);
    const shadow = new LimitPolicy({ ...options, shadow: true }).limitsOf(call);
    expect([real.enforce, shadow.enforce]).toEqual([true, false]);
    expect(shadow.rules).toEqual(real.rules);
    expect(shadow.barriers.map(({ key }) => key)).toEqual(['gateway', 'app', 'endpoint:user.info']);
  });

  it('enforces limits on the share of calls that they are rolled out to', () => {
    const policy = new LimitPolicy({ rollout: '25%' });
    const calls = Array.from({ length: 4000 }, (_, index) => ({ ...read, callId: `c-${index}` }));
    const enforced = calls.filter((call) => policy.limitsOf(call).enforce).length;
    expect(enforced).toBeGreaterThan(850);
    expect(enforced).toBeLessThan(1150);
  });

  it('fills in what the options leave out', () => {
    const { inFlight, quotaMode, keepsPace, alerts, circuit, headroom } = new LimitPolicy();
    expect({ inFlight, quotaMode, keepsPace, alerts, circuit, headroom }).toEqual({
      inFlight: { start: 16, least: 1, most: 1024 },
      quotaMode: 'learn',
      keepsPace: true,
      alerts: { yellow: 0.02, red: 0.05, leastCalls: 20, pauseMs: 10_000 },
      circuit: { failures: 3, withinMs: 30_000, openMs: 60_000 },
      headroom: 0.2,
    });
    expect(new LimitPolicy({ alerts: { red: 0.5 } }).alerts).toMatchObject({ yellow: 0.02, red: 0.5 });
  });

  it('turns off what is false', () => {
    const { inFlight, quotaMode, keepsPace, alerts, circuit } = new LimitPolicy({
      adaptive: false,
      alerts: false,
      circuit: false,
    });
    expect({ inFlight, quotaMode, keepsPace, alerts, circuit }).toEqual({
      quotaMode: 'ignore',
      keepsPace: false,
    });
    expect(new LimitPolicy({ adaptive: { inFlight: false } })).toMatchObject({
      inFlight: undefined,
      keepsPace: true,
    });
  });

  it.each([
    [{ most: 8 }, { start: 8, least: 1, most: 8 }],
    [{ least: 20 }, { start: 20, least: 20, most: 1024 }],
    [{ start: 2000 }, { start: 2000, least: 1, most: 2000 }],
  ])('lets the default concurrency give way to %j', (inFlight, filled) => {
    expect(new LimitPolicy({ adaptive: { inFlight } }).inFlight).toEqual(filled);
  });

  it.each([
    [{ perRecipient: { max: 0, windowMs: 60_000 } }, 'limits.perRecipient.max', '0'],
    [{ perRecipient: { max: 4, windowMs: -1 } }, 'limits.perRecipient.windowMs', '-1'],
    [{ perRecipient: { max: 4, windowMs: 0 } }, 'limits.perRecipient.windowMs', '0'],
    [{ perRecipient: { max: 4, windowMs: 2 ** 31 } }, 'limits.perRecipient.windowMs', '2147483648'],
    [{ perRecipient: { max: 1.5, windowMs: 1 } }, 'limits.perRecipient.max', '1.5'],
    [{ perRecipient: { max: Number.NaN, windowMs: 1 } }, 'limits.perRecipient.max', 'NaN'],
    [{ app: { perMinute: Number.NaN } }, 'limits.app.perMinute', 'NaN'],
    [{ app: { perMinute: Number.POSITIVE_INFINITY } }, 'limits.app.perMinute', 'Infinity'],
    [{ endpoints: { 'a.b': { max: 5 } } }, 'limits.endpoints.a.b', 'max and windowMs go together'],
    [{ endpoints: { 'a.b': { perHour: 5 } } }, 'limits.endpoints.a.b.perHour', 'no option'],
    [{ endpoints: { 'a.b': { perDay: '5' } } }, 'limits.endpoints.a.b.perDay', '"5"'],
    [{ headroom: 1 }, 'limits.headroom', '1'],
    [{ whenUnavailable: 'wait' }, 'limits.whenUnavailable', '"wait"'],
  ])('F146: refuses %j at construction, by path and value', (options, path, shown) => {
    expect(problem(options)?.path).toBe(path);
    expect(problem(options)?.message).toContain(shown);
  });

  it('counts each person that a message names, in every window of the platform', () => {
    const perRecipient = [
      { max: 30, windowMs: 60_000 },
      { max: 1000, windowMs: 3_600_000 },
    ];
    const call = { endpoint: 'message.send', kind: 'message', weight: 1, recipient: 'u1|u2' } as const;
    const named = { ...call, recipients: ['u1', 'u2'] };
    const keysOf = (policy: LimitPolicy) => policy.limitsOf(named).rules.map(({ key }) => key);
    expect(keysOf(new LimitPolicy({}, { perRecipient }))).toEqual([
      'recipient:u1:window',
      'recipient:u1:3600000ms',
      'recipient:u2:window',
      'recipient:u2:3600000ms',
    ]);
    const own = { perRecipient: { max: 2, windowMs: 1000 } };
    expect(keysOf(new LimitPolicy(own, { perRecipient }))).toEqual([
      'recipient:u1:window',
      'recipient:u2:window',
    ]);
  });

  it('counts people in the windows of an endpoint that says so, and calls in those of the app', () => {
    const platform = {
      endpoints: { 'message.send': { perDay: 100, countsPeople: true } },
      app: { perMinute: 10 },
    };
    const policy = new LimitPolicy({ perRecipient: false, headroom: 0 }, platform);
    const call = { endpoint: 'message.send', kind: 'message', weight: 1, recipient: 'u1|u2|u3' } as const;
    const weights = (people: readonly string[]) =>
      policy.limitsOf({ ...call, recipients: people }).rules.map(({ weight }) => weight);
    expect(weights(['u1', 'u2', 'u3'])).toEqual([3, 1]);
    expect(weights(['u1'])).toEqual([1, 1]);
    expect(weights(Array.from({ length: 500 }, (_, n) => `u${n}`))).toEqual([100, 1]);
  });

  it("keeps an organisation's windows for each endpoint, counted under its own name", () => {
    const platform = {
      organisation: { everyEndpoint: { perMinute: 100 }, endpoints: { 'message.send': {} } },
    };
    const limits = { headroom: 0, organisation: { endpoints: { 'user.get': { perMinute: 7 } } } };
    const policy = new LimitPolicy(limits, platform, { organisation: 'ww1' });
    const rulesOf = (endpoint: string) => policy.limitsOf({ endpoint, kind: 'read', weight: 1 }).rules;
    expect(rulesOf('tag.list')).toMatchObject([
      { key: 'organisation:tag.list:60000ms', organisation: 'ww1', max: 100, scope: 'endpoint' },
    ]);
    expect(rulesOf('user.get')).toMatchObject([{ max: 7, organisation: 'ww1' }]);
    expect(rulesOf('message.send')).toEqual([]);
    expect(
      new LimitPolicy(limits, platform).limitsOf({ endpoint: 'tag.list', kind: 'read', weight: 1 }).rules,
    ).toEqual([]);
  });

  it('F146: no option that it accepts makes a rule without room or without an end', () => {
    const figure = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, Number.NaN, 2 ** 53));
    fc.assert(
      fc.property(
        figure,
        figure,
        figure,
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (max, windowMs, perDay, headroom) => {
          const options = { app: { max, windowMs, perDay }, headroom };
          if (problem(options) !== undefined) return;
          for (const rule of new LimitPolicy(options).limitsOf({ ...read, weight: 3 }).rules) {
            expect(rule.max).toBeGreaterThanOrEqual(1);
            expect(rule.weight).toBeLessThanOrEqual(rule.max);
            expect(rule.type === 'sliding-window' ? rule.windowMs : 1).toBeLessThanOrEqual(24 * 86_400_000);
          }
        },
      ),
    );
  });
});
