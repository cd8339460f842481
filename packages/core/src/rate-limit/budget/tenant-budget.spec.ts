import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TenantBudget } from './tenant-budget.js';
import type { TierOptions } from './tier-options.js';

const mondayNoon = Date.parse('2026-03-02T12:00:00+08:00');

function budgetOf(tier: TierOptions, time = { nowMs: mondayNoon }) {
  return new TenantBudget({ tiers: { free: tier }, tenants: { acme: 'free' } }, () => time.nowMs);
}

const rulesOf = (tier: TierOptions, weight = 1) => budgetOf(tier).limitsOf('acme', weight)?.rules;

describe('TenantBudget', () => {
  it('makes a rolling window of each limit, for each tenant by itself', () => {
    expect(rulesOf({ perMinute: 10, perDay: 200 })).toEqual([
      {
        type: 'sliding-window',
        key: 'tenant:acme:60000ms',
        scope: 'tenant',
        max: 10,
        windowMs: 60_000,
        weight: 1,
      },
      {
        type: 'sliding-window',
        key: 'tenant:acme:86400000ms',
        scope: 'tenant',
        max: 200,
        windowMs: 86_400_000,
        weight: 1,
      },
    ]);
  });

  it('makes clock units of the limits of a calendar tier, but for seconds', () => {
    const tier = { perSecond: 2, perMinute: 10, perHour: 50, perDay: 200, windows: 'calendar' } as const;
    expect(rulesOf(tier)?.map(({ key, type }) => [key, type])).toEqual([
      ['tenant:acme:1000ms', 'sliding-window'],
      ['tenant:acme:minute', 'calendar'],
      ['tenant:acme:hour', 'calendar'],
      ['tenant:acme:day', 'calendar'],
    ]);
  });

  it('slows a flood down to the pace of the shortest limit', () => {
    expect(rulesOf({ perMinute: 30, perDay: 1000, burst: 5 })?.[0]).toEqual({
      type: 'bucket',
      key: 'tenant:acme:pace',
      scope: 'tenant',
      max: 30,
      windowMs: 60_000,
      burst: 5,
      weight: 1,
    });
  });

  it('bounds how many calls of a tenant stand in line', () => {
    expect(budgetOf({ maxWaiting: 3 }).limitsOf('acme', 1)?.waiting).toEqual({ key: 'tenant:acme', max: 3 });
    expect(budgetOf({}).limitsOf('acme', 1)?.waiting.max).toBe(1000);
  });

  it('puts tenants that are not listed into the default tier, and leaves them alone where there is none', () => {
    const tiers = { free: { perDay: 1 }, basic: { perDay: 2 } };
    const listed = { tiers, tenants: { acme: 'basic' } };
    const maxOf = (budget: TenantBudget, tenant: string) => budget.limitsOf(tenant, 1)?.rules[0]?.max;
    const budget = new TenantBudget({ ...listed, defaultTier: 'free' }, () => 0);
    expect([maxOf(budget, 'acme'), maxOf(budget, 'other'), maxOf(budget, 'constructor')]).toEqual([2, 1, 1]);
    expect(new TenantBudget(listed, () => 0).limitsOf('other', 1)).toBeUndefined();
    expect(new TenantBudget(listed, () => 0).limitsOf('__proto__', 1)).toBeUndefined();
  });

  it('multiplies limits and burst by the hour, and makes the rules once for each factor', () => {
    const time = { nowMs: mondayNoon };
    const budget = budgetOf({ perMinute: 10, burst: 4, schedule: [{ hours: [22, 6], factor: 2.5 }] }, time);
    const atNoon = budget.limitsOf('acme', 1);
    expect(atNoon?.rules.map(({ max }) => max)).toEqual([10, 10]);
    expect(budget.limitsOf('acme', 1)).toBe(atNoon);
    time.nowMs += 10 * 3_600_000;
    const atNight = budget.limitsOf('acme', 1);
    expect(atNight?.rules).toMatchObject([{ max: 25, burst: 10 }, { max: 25 }]);
    expect(atNight?.rules.map(({ key }) => key)).toEqual(atNoon?.rules.map(({ key }) => key));
    time.nowMs += 14 * 3_600_000;
    expect(budget.limitsOf('acme', 1)).toEqual(atNoon);
  });

  it('makes no rule without room for the call, whatever the factor', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: undefined });
    const factor = fc.double({ min: 1e-6, max: 1000, noNaN: true });
    const weight = fc.double({ min: 0.01, max: 1_000_000, noNaN: true });
    fc.assert(
      fc.property(limit, limit, limit, factor, weight, (perSecond, perDay, burst, by, heavy) => {
        const tier = { perSecond, perDay, burst, schedule: [{ factor: by }] };
        for (const rule of rulesOf(tier, heavy) ?? []) {
          expect(Number.isInteger(rule.max) && rule.max >= 1).toBe(true);
          expect(rule.weight).toBeLessThanOrEqual(
            rule.type === 'bucket' ? Math.min(rule.max, rule.burst) : rule.max,
          );
        }
      }),
    );
  });
});
