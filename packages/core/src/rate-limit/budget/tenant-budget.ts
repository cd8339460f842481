import { LRUCache } from 'lru-cache';
import type { BucketRule, LimitRule } from '../limit-store.js';
import { fit } from '../window-rules.js';
import type { TierNames, TierOptions } from './tier-options.js';
import { TierSchedule } from './tier-schedule.js';

/** What a call has to pass for its tenant. */
export interface TenantLimits {
  readonly rules: readonly LimitRule[];
  readonly waiting: { readonly key: string; readonly max: number };
}

interface Tier extends TierOptions {
  readonly factors: TierSchedule;
}

interface MadeLimits extends TenantLimits {
  readonly factor: number;
}

/** Tenants whose rules are at hand; making those of another costs microseconds. */
const rememberedTenants = 10_000;
const defaultMaxWaiting = 1000;
const largestMax = 1_000_000_000;

const windows = [
  ['perSecond', 1000, undefined],
  ['perMinute', 60_000, 'minute'],
  ['perHour', 3_600_000, 'hour'],
  ['perDay', 86_400_000, 'day'],
] as const;

/** Which limits hold for which of the user's own tenants. */
export class TenantBudget {
  readonly #tierByTenant: ReadonlyMap<string, Tier>;
  readonly #defaultTier: Tier | undefined;
  readonly #now: () => number;
  readonly #made = new LRUCache<string, MadeLimits>({ max: rememberedTenants });

  /** @param now epoch milliseconds; schedules go by it */
  constructor({ tiers = {}, tenants = {}, defaultTier }: TierNames, now: () => number) {
    const tierByName = new Map(Object.entries(tiers).map(([name, options]) => [name, makeTier(options)]));
    this.#tierByTenant = new Map(
      Object.entries(tenants).flatMap(([tenant, name]) => {
        const tier = tierByName.get(name);
        return tier === undefined ? [] : [[tenant, tier]];
      }),
    );
    this.#defaultTier = defaultTier === undefined ? undefined : tierByName.get(defaultTier);
    this.#now = now;
  }

  /** `undefined` where nothing limits the tenant. */
  limitsOf(tenant: string, weight: number): TenantLimits | undefined {
    const tier = this.#tierByTenant.get(tenant) ?? this.#defaultTier;
    if (tier === undefined) return undefined;
    const factor = tier.factors.factorAt(this.#now());
    const key = `${weight}:${tenant}`;
    const known = this.#made.get(key);
    if (known?.factor === factor) return known;
    const made = makeLimits(tier, tenant, weight, factor);
    this.#made.set(key, made);
    return made;
  }
}

function makeTier(options: TierOptions): Tier {
  return { ...options, factors: new TierSchedule(options.schedule) };
}

function makeLimits(tier: Tier, tenant: string, weight: number, factor: number): MadeLimits {
  const name = `tenant:${tenant}`;
  return {
    factor,
    rules: [...paceOf(tier, name, weight, factor), ...windowsOf(tier, name, weight, factor)],
    waiting: { key: name, max: tier.maxWaiting ?? defaultMaxWaiting },
  };
}

function windowsOf(tier: Tier, name: string, weight: number, factor: number): LimitRule[] {
  return windows.flatMap(([field, windowMs, unit]): LimitRule[] => {
    const limit = tier[field];
    if (limit === undefined) return [];
    const max = scaled(limit, factor);
    const counted = { scope: 'tenant', max, ...fit(weight, max) } as const;
    // No platform has a clock second to count by.
    if (tier.windows === 'calendar' && unit !== undefined)
      return [{ type: 'calendar', unit, key: `${name}:${unit}`, ...counted }];
    return [{ type: 'sliding-window', windowMs, key: `${name}:${windowMs}ms`, ...counted }];
  });
}

/** A flood is slowed down to an even pace long before a window is full and refuses it. */
function paceOf(tier: Tier, name: string, weight: number, factor: number): BucketRule[] {
  if (tier.burst === undefined) return [];
  const shortest = windows.find(([field]) => tier[field] !== undefined);
  const limit = shortest && tier[shortest[0]];
  if (shortest === undefined || limit === undefined) return [];
  const max = scaled(limit, factor);
  const burst = scaled(tier.burst, factor);
  const [, windowMs] = shortest;
  const { weight: taken } = fit(weight, Math.min(max, burst));
  return [{ type: 'bucket', key: `${name}:pace`, scope: 'tenant', max, windowMs, burst, weight: taken }];
}

function scaled(limit: number, factor: number): number {
  return Math.min(largestMax, Math.max(1, Math.floor(limit * factor + 1e-6)));
}
