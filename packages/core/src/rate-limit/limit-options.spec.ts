import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { isWechatErrorOf } from '../errors/errors.js';
import { checkLimitOptions, type LimitOptions, type limitOptionsSchema } from './limit-options.js';

function problemsOf(options: unknown) {
  try {
    checkLimitOptions(options);
    return [];
  } catch (error) {
    if (!isWechatErrorOf(error, 'CONFIG')) throw error;
    return error.issues;
  }
}

describe('limit options', () => {
  it('have the same names in types and in the schema', () => {
    expectTypeOf<keyof LimitOptions>().toEqualTypeOf<keyof z.input<typeof limitOptionsSchema>>();
  });

  it('may all be given', () => {
    const options: LimitOptions = {
      perRecipient: { max: 4, windowMs: 60_000, endpoints: ['template.send'] },
      endpoints: { 'template.send': { perDay: 100_000, weight: 2 } },
      app: { perSecond: 100, concurrency: 50 },
      headroom: 0.1,
      whenUnavailable: 'local',
      groups: {
        interactive: { share: 0.6, priority: 10, core: true, onLimit: 'degrade', burst: 0.5 },
        batch: { share: 0.4, overdraft: 0.1 },
      },
      tiers: {
        free: { perMinute: 10, perDay: 200, burst: 5, windows: 'calendar', maxWaiting: 10 },
        basic: {
          perHour: 1000,
          schedule: [{ hours: [22, 6], days: ['sat', 'sun'], factor: 2 }, { factor: 1 }],
        },
      },
      tenants: { acme: 'basic' },
      defaultTier: 'free',
      allow: { groups: ['batch'], requestIds: ['r1'] },
      shadow: false,
      rollout: '5%',
      adaptive: { inFlight: { start: 4, least: 2, most: 8 }, quota: 'ask', pace: false },
      alerts: { yellow: 0.01, red: 0.1, leastCalls: 50, pauseMs: 5000 },
      circuit: { failures: 5, withinMs: 10_000, openMs: 30_000 },
    };
    expect(checkLimitOptions(options)).toMatchObject({ ...options, rollout: 0.05 });
  });

  it('tells of every mistake at once', () => {
    const mistakes = {
      headroom: 2,
      app: { perSecond: 1 },
      groups: { batch: { share: 2 } },
      tiers: { free: { perDay: 0 } },
    };
    expect(problemsOf(mistakes).map(({ path }) => path)).toEqual([
      'limits.headroom',
      'limits.groups.batch.share',
      'limits.tiers.free.perDay',
    ]);
  });

  it("let groups share the platform's own rate", () => {
    const groups = { batch: { share: 0.3 } };
    expect(checkLimitOptions({ groups }, { perMinute: 100 }).groups).toEqual(groups);
  });

  it.each([
    [{ groups: { batch: { share: 0 } } }, 'limits.groups.batch.share', '0'],
    [{ groups: { batch: { share: 1.5 } } }, 'limits.groups.batch.share', '1.5'],
    [{ groups: { batch: {} } }, 'limits.groups.batch.share', 'number'],
    [{ groups: { batch: { share: 0.5, core: 'yes' } } }, 'limits.groups.batch.core', '"yes"'],
    [{ groups: { batch: { share: 0.5, prio: 1 } } }, 'limits.groups.batch.prio', 'no option'],
    [{ groups: { batch: { share: 0.5, burst: -1 } } }, 'limits.groups.batch.burst', '-1'],
    [{ groups: { 'a b': { share: 0.5 } } }, 'limits.groups.a b', 'letters'],
    [{ groups: { a: { share: 0.7 }, b: { share: 0.4 } } }, 'limits.groups', 'add up to 1.1'],
    [{ groups: { a: { share: 0.7 } } }, 'limits.groups', 'nothing to share'],
    [{ groups: { a: { share: 0.7 } }, app: { concurrency: 5 } }, 'limits.groups', 'nothing to share'],
    [{ tiers: { free: { perDay: 0 } } }, 'limits.tiers.free.perDay', '0'],
    [{ tiers: { free: { perDay: 5, burst: 0 } } }, 'limits.tiers.free.burst', '0'],
    [{ tiers: { free: { burst: 5 } } }, 'limits.tiers.free.burst', 'the tier has none'],
    [{ tiers: { free: { windows: 'fixed' } } }, 'limits.tiers.free.windows', '"fixed"'],
    [{ tiers: { free: { schedule: [{ factor: 0 }] } } }, 'limits.tiers.free.schedule.0.factor', '0'],
    [
      { tiers: { a: { schedule: [{ hours: [9, 25], factor: 1 }] } } },
      'limits.tiers.a.schedule.0.hours.1',
      '25',
    ],
    [
      { tiers: { a: { schedule: [{ hours: [9, 9], factor: 1 }] } } },
      'limits.tiers.a.schedule.0.hours',
      'no hour',
    ],
    [
      { tiers: { a: { schedule: [{ days: ['Mon'], factor: 1 }] } } },
      'limits.tiers.a.schedule.0.days.0',
      '"Mon"',
    ],
    [{ tenants: { acme: 'gold' } }, 'limits.tenants.acme', 'there is none'],
    [{ tiers: { free: {} }, tenants: { acme: 'gold' } }, 'limits.tenants.acme', '(free)'],
    [{ tiers: { free: {} }, defaultTier: 'gold' }, 'limits.defaultTier', 'no tier'],
    [{ allow: { groups: [''] } }, 'limits.allow.groups.0', '""'],
    [{ shadow: 'true' }, 'limits.shadow', '"true"'],
    [{ rollout: 1.5 }, 'limits.rollout', '1.5'],
    [{ rollout: '150%' }, 'limits.rollout', '"150%"'],
    [{ rollout: '5' }, 'limits.rollout', '"5"'],
    [{ adaptive: true }, 'limits.adaptive', 'true'],
    [{ adaptive: { quota: 'always' } }, 'limits.adaptive.quota', '"always"'],
    [{ adaptive: { inFlight: { most: 0 } } }, 'limits.adaptive.inFlight.most', '0'],
    [
      { adaptive: { inFlight: { start: 9, most: 8 } } },
      'limits.adaptive.inFlight.start',
      'between least and most',
    ],
    [
      { adaptive: { inFlight: { least: 9, most: 8 } } },
      'limits.adaptive.inFlight.least',
      'not be more than most',
    ],
    [{ alerts: { yellow: 0.1, red: 0.1 } }, 'limits.alerts.red', 'more than yellow (0.1)'],
    [{ alerts: { yellow: 0.1 } }, 'limits.alerts.red', 'more than yellow (0.1)'],
    [{ circuit: { failures: 1.5 } }, 'limits.circuit.failures', '1.5'],
    [{ circuit: { open: 1 } }, 'limits.circuit.open', 'no option'],
  ])('refuse %j by path and value', (options, path, shown) => {
    const [problem] = problemsOf(options);
    expect(problem?.path).toBe(path);
    expect(problem?.message).toContain(shown);
  });
});
