import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWechatErrorOf } from '../errors/errors.js';
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

  it('makes the rules of an endpoint once', () => {
    const policy = new LimitPolicy({ app: { perMinute: 10 } });
    expect(policy.limitsOf(read)).toBe(policy.limitsOf({ ...read }));
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
