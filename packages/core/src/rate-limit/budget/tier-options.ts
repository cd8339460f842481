import { z } from 'zod';

/** What one tenant of yours may use. Every limit that is given holds for each tenant by itself; none is no limit. */
export interface TierOptions {
  readonly perSecond?: number | undefined;
  readonly perMinute?: number | undefined;
  readonly perHour?: number | undefined;
  readonly perDay?: number | undefined;
  /** `rolling`: any stretch of that length; `calendar`: clock minutes and hours, days of Beijing time. @default 'rolling' */
  readonly windows?: 'rolling' | 'calendar' | undefined;
  /**
   * So many calls may go at once; beyond them the tenant is slowed down to the even pace of its shortest limit.
   * @default no slowing down before a window is full
   */
  readonly burst?: number | undefined;
  /** Calls of one tenant that may stand in line in one process; further ones are refused. @default 1000 */
  readonly maxWaiting?: number | undefined;
  /** Multipliers by time; the first entry that fits holds, and 1 where none does. Beijing time. */
  readonly schedule?: readonly ScheduleEntry[] | undefined;
}

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

export interface ScheduleEntry {
  /**
   * 0 to 24: from the first hour to before the second; `[22, 6]` goes over midnight, and belongs to the day that it
   * begins on. @default every hour
   */
  readonly hours?: readonly [number, number] | undefined;
  /** @default every day */
  readonly days?: readonly Weekday[] | undefined;
  /** Multiplies every limit of the tier, and its burst; a limit never falls below 1. */
  readonly factor: number;
}

const count = z.number().int().min(1).max(1_000_000_000);
const hour = z.number().int().min(0);

const entrySchema = z.strictObject({
  hours: z
    .tuple([hour.max(23), hour.max(24)])
    .refine(([from, to]) => from !== to, 'covers no hour; leave it out to mean every hour')
    .optional(),
  days: z.array(z.enum(weekdays)).min(1).optional(),
  factor: z.number().positive().max(1000),
});

const tierSchema = z
  .strictObject({
    perSecond: count.optional(),
    perMinute: count.optional(),
    perHour: count.optional(),
    perDay: count.optional(),
    windows: z.enum(['rolling', 'calendar']).optional(),
    burst: count.optional(),
    maxWaiting: z.number().int().min(0).max(1_000_000).optional(),
    schedule: z.array(entrySchema).max(100).optional(),
  })
  .refine((tier) => tier.burst === undefined || hasLimit(tier), {
    path: ['burst'],
    error: 'slows down to the pace of a limit, and the tier has none',
  });

function hasLimit({ perSecond, perMinute, perHour, perDay }: TierOptions): boolean {
  return (perSecond ?? perMinute ?? perHour ?? perDay) !== undefined;
}

const name = z.string().min(1).max(200);

export const tiersSchema = z.record(name, tierSchema);
export const tenantsSchema = z.record(name, name);

/** The options that name tiers. */
export interface TierNames {
  readonly tiers?: Readonly<Record<string, TierOptions>> | undefined;
  readonly tenants?: Readonly<Record<string, string>> | undefined;
  readonly defaultTier?: string | undefined;
}

/** A misspelt tier would leave its tenants without any limit. */
export function checkTierNames(
  { tiers = {}, tenants = {}, defaultTier }: TierNames,
  context: z.RefinementCtx,
) {
  const known = new Set(Object.keys(tiers));
  const check = (tier: string, path: string[]) => {
    if (known.has(tier)) return;
    const message = `names no tier of limits.tiers (${[...known].join(', ') || 'there is none'})`;
    context.addIssue({ code: 'custom', path, message });
  };
  for (const [tenant, tier] of Object.entries(tenants)) check(tier, ['tenants', tenant]);
  if (defaultTier !== undefined) check(defaultTier, ['defaultTier']);
}
