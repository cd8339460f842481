import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.js';
import type { LimitOptions } from '../limit-options.js';
import { type LimitedCall, LimitPolicy } from '../limit-policy.js';
import { MemoryLimitStore } from '../memory-limit-store.js';

/** What the policy says, counted by a real store. */
function open(options: LimitOptions) {
  const clock = new ManualClock();
  const policy = new LimitPolicy(options, {}, { clock });
  const store = new MemoryLimitStore(clock);
  let admissions = 0;
  const ask = (call: Partial<LimitedCall>) => {
    admissions += 1;
    const limits = policy.limitsOf({ endpoint: 'user.info', kind: 'read', weight: 1, ...call });
    const { rules, barriers, enforce } = limits;
    return store.admit({
      account: 'wx1',
      admissionId: `a${admissions}`,
      rules,
      barriers,
      enforce,
      inFlightMs: 1000,
    });
  };
  /** How many of so many calls go through at once. */
  const flood = async (calls: number, call: Partial<LimitedCall>) => {
    let admitted = 0;
    for (let count = 0; count < calls; count += 1) {
      if ((await ask(call)).type === 'admitted') admitted += 1;
    }
    return admitted;
  };
  return { clock, ask, flood };
}

const halves = { interactive: { share: 0.5, core: true, burst: 0 }, batch: { share: 0.5, burst: 0 } };

describe('what the policy says, in a store', () => {
  it('gives each busy group its part, and both together the whole', async () => {
    const { flood } = open({ app: { perSecond: 50 }, groups: halves });
    await flood(1, { group: 'interactive' });
    expect(await flood(100, { group: 'batch' })).toBe(20);
    expect(await flood(100, { group: 'interactive' })).toBe(19);
  });

  it("lets an allowed call past its group's part, and never past the whole", async () => {
    const { flood } = open({
      app: { perSecond: 40 },
      headroom: 0,
      groups: halves,
      allow: { requestIds: ['vip'] },
    });
    await flood(1, { group: 'interactive' });
    expect(await flood(100, { group: 'batch' })).toBe(20);
    expect(await flood(100, { group: 'batch', requestId: 'vip' })).toBe(19);
    expect(await flood(100, { group: 'interactive' })).toBe(0);
  });

  it('lets calls of no group have what no share speaks for, and a burst of it', async () => {
    const { flood } = open({ app: { perSecond: 50 }, groups: { batch: { share: 0.75, burst: 0 } } });
    await flood(1, {});
    expect(await flood(100, { group: 'batch' })).toBe(30);
    expect(await flood(100, {})).toBe(9 + 2);
  });

  it('slows a tenant that floods down to an even pace long before its window is full', async () => {
    const tiers = { free: { perMinute: 30, burst: 5 } };
    const { clock, ask, flood } = open({ tiers, defaultTier: 'free' });
    expect(await flood(100, { tenant: 'acme' })).toBe(5);
    expect(await ask({ tenant: 'acme' })).toMatchObject({
      type: 'refused',
      key: 'tenant:acme:pace',
      scope: 'tenant',
    });
    expect(await flood(100, { tenant: 'other' })).toBe(5);
    await clock.advance(10_000);
    expect(await flood(100, { tenant: 'acme' })).toBe(5);
  });

  it('lets a tenant use what the hour allows, and counts on where the hour changes', async () => {
    const tiers = { free: { perDay: 10, schedule: [{ hours: [9, 24] as const, factor: 3 }] } };
    const { clock, flood } = open({ tiers, defaultTier: 'free' });
    // The clock begins at 8:00 in Beijing.
    expect(await flood(100, { tenant: 'acme' })).toBe(10);
    await clock.advance(3_600_000);
    expect(await flood(100, { tenant: 'acme' })).toBe(20);
  });

  it('counts in shadow what it does not enforce', async () => {
    const { ask, flood } = open({ app: { perSecond: 10 }, shadow: true });
    expect(await flood(20, {})).toBe(20);
    expect(await ask({})).toMatchObject({ type: 'admitted', shadowed: { key: 'app:1000ms' } });
  });
});
