import { z } from 'zod';
import { checkOptions } from '../config/check-options.js';

/** A node timer holds 24.8 days; and a longer window than this is a slip of the unit. */
const longestMs = 24 * 86_400_000;

const count = z.number().int().min(1).max(1_000_000_000);
const durationMs = z.number().int().min(1).max(longestMs);

const windowFields = {
  /** In any second. */
  perSecond: count.optional(),
  /** In any minute. The platforms count clock minutes; any minute keeps those too. */
  perMinute: count.optional(),
  /** From one 00:00 Beijing time to the next. */
  perDay: count.optional(),
  /** In any `windowMs`; both or neither. */
  max: count.optional(),
  windowMs: durationMs.optional(),
  /** At the same time. */
  concurrency: count.optional(),
};

const pairMessage = { error: 'max and windowMs go together' };
function isPaired(spec: { max?: number | undefined; windowMs?: number | undefined }): boolean {
  return (spec.max === undefined) === (spec.windowMs === undefined);
}

const appSchema = z.strictObject(windowFields).refine(isPaired, pairMessage);
const endpointSchema = z
  .strictObject({
    ...windowFields,
    /** How much one call takes from the limits of the app. */
    weight: z.number().positive().max(1_000_000).optional(),
  })
  .refine(isPaired, pairMessage);
const perRecipientSchema = z.strictObject({
  max: z.number().int().min(1).max(10_000),
  windowMs: durationMs,
  /** Names of message endpoints. */
  endpoints: z.array(z.string().min(1)).optional(),
});

/** `false` holds for no endpoint; as a union its errors would not name the field. */
const perRecipientOption = z.preprocess(
  (value) => (value === false ? { max: 1, windowMs: 1, endpoints: [] } : value),
  perRecipientSchema.optional(),
);

/** Shape of the `limits` option, also for the configuration file. */
export const limitOptionsSchema = z.strictObject({
  perRecipient: perRecipientOption,
  endpoints: z.record(z.string().min(1), endpointSchema).optional(),
  app: appSchema.optional(),
  headroom: z.number().min(0).max(0.99).optional(),
  whenUnavailable: z.enum(['local', 'reject']).optional(),
});

/** Limits of one endpoint. Every one that is given holds. */
export interface LimitSpec {
  readonly perSecond?: number | undefined;
  readonly perMinute?: number | undefined;
  /** From one 00:00 Beijing time to the next, as the platforms count. */
  readonly perDay?: number | undefined;
  /** At most `max` in any `windowMs`. */
  readonly max?: number | undefined;
  readonly windowMs?: number | undefined;
  /** Calls at the same time. Headroom is not taken from it. */
  readonly concurrency?: number | undefined;
  /** How much one call takes from the limits of the app. @default what the endpoint declares, usually 1 */
  readonly weight?: number | undefined;
}

export interface PerRecipientLimit {
  readonly max: number;
  readonly windowMs: number;
  /** Message endpoints that it holds for; they share one count. @default those that the platform package names */
  readonly endpoints?: readonly string[] | undefined;
}

/** A part of the app's rate that calls with this `group` share. */
export interface GroupOptions {
  /** Part of every window of `limits.app`, above 0 and up to 1. All shares add up to 1 or less; the rest is the group `default`'s. */
  readonly share: number;
  /** The higher one borrows first. @default 0 */
  readonly priority?: number | undefined;
  /** Goes on while the alert is red. The group `default` is core unless it is listed otherwise. @default false */
  readonly core?: boolean | undefined;
  /** What its calls do at a limit where they do not say themselves. @default 'wait' */
  readonly onLimit?: 'wait' | 'reject' | 'degrade' | undefined;
  /** What it may take beyond its part out of the headroom, as a part of its own. @default 0.2 */
  readonly burst?: number | undefined;
  /** The same beyond the burst; each use is told as an event and kept in the audit. @default 0 */
  readonly overdraft?: number | undefined;
}

/** What one tenant of yours may use. Every limit that is given holds for each tenant by itself. */
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
  /** Multipliers by time; the first entry that fits holds. Beijing time. */
  readonly schedule?: readonly ScheduleEntry[] | undefined;
}

export interface ScheduleEntry {
  /** 0 to 24: from the first hour to before the second; `[22, 6]` goes over midnight. @default every hour */
  readonly hours?: readonly [number, number] | undefined;
  /** @default every day */
  readonly days?: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined;
  /** Multiplies every limit of the tier. */
  readonly factor: number;
}

/** How the pace follows what the platform answers. */
export interface AdaptiveOptions {
  /**
   * Calls of one endpoint (and group) that one process has under way: begins at `start`, grows by one with every full
   * round, halves with a limit answer, and is halved and quartered when 60 % and 80 % of a known quota are used.
   * `false`: unbounded. @default { start: 16, least: 1, most: 1024 }
   */
  readonly inFlight?:
    | { readonly start?: number | undefined; readonly least?: number | undefined; readonly most?: number | undefined }
    | false
    | undefined;
  /**
   * `learn`: quotas are read from headers, and asked for when a limit answer came. `ask`: also before the first call of
   * each endpoint, once for all processes. `ignore`: neither. @default 'learn'
   */
  readonly quota?: 'learn' | 'ask' | 'ignore' | undefined;
  /** Whether a door keeps a shared pace after a limit answer. @default true */
  readonly pace?: boolean | undefined;
}

/** When the share of limit answers raises an alert. */
export interface AlertOptions {
  /** Above it all slow down. @default 0.02 */
  readonly yellow?: number | undefined;
  /** Above it groups that are not core pause. @default 0.05 */
  readonly red?: number | undefined;
  /** Fewer recent requests than this raise nothing. @default 20 */
  readonly leastCalls?: number | undefined;
  /** How long a red alert pauses the other groups; it is renewed while limit answers go on. @default 10000 */
  readonly pauseMs?: number | undefined;
}

/** When an endpoint that fails is left alone for a while. */
export interface CircuitOptions {
  /** So many calls that got no answer, or a 5xx, with none that succeeded between them. @default 3 */
  readonly failures?: number | undefined;
  /** Within this time. @default 30000 */
  readonly withinMs?: number | undefined;
  /** How long nobody calls it; then one probe decides. @default 60000 */
  readonly openMs?: number | undefined;
}

/** Who may pass what this library counts for groups and tenants. The platform's own limits hold for them, too. */
export interface AllowOptions {
  readonly groups?: readonly string[] | undefined;
  readonly requestIds?: readonly string[] | undefined;
}

/** How many calls may leave. Everything may be left out. */
export interface LimitOptions {
  /** Messages to one person in any stretch of `windowMs`, as the platform sees them arrive. @default 4 in 60 000 ms */
  readonly perRecipient?: PerRecipientLimit | false | undefined;
  /** By endpoint name. Fields that are given replace the platform's defaults one by one. */
  readonly endpoints?: Readonly<Record<string, LimitSpec>> | undefined;
  /** Over all endpoints of the account together. */
  readonly app?: Omit<LimitSpec, 'weight'> | undefined;
  /** Share of every endpoint and app window that is left unused, for callers we do not know of. @default 0.2 */
  readonly headroom?: number | undefined;
  /**
   * What happens while the shared store cannot be reached.
   * - left out: reads and writes are counted in this process alone, messages end with `StoreUnavailableError`
   * - `local`: messages, too, are counted in this process alone; each process then lets the full limits through
   * - `reject`: every call ends with `StoreUnavailableError`
   */
  readonly whenUnavailable?: 'local' | 'reject' | undefined;
  /** How the windows of `app` are shared. A call names its group by the option `group`. */
  readonly groups?: Readonly<Record<string, GroupOptions>> | undefined;
  /** Kinds of tenants, for example `free`, `basic`, `enterprise`. A call names its tenant by the option `tenant`. */
  readonly tiers?: Readonly<Record<string, TierOptions>> | undefined;
  /** Tier by tenant. */
  readonly tenants?: Readonly<Record<string, string>> | undefined;
  /** Tier of tenants that are not listed. @default none: they are not limited */
  readonly defaultTier?: string | undefined;
  readonly allow?: AllowOptions | undefined;
  /** Counts everything and holds nobody up; what would have been is told as `limit.shadowed`. @default false */
  readonly shadow?: boolean | undefined;
  /** Share of calls that limits hold for, as a number up to 1 or as `'5%'`; the others are in shadow. @default 1 */
  readonly rollout?: number | `${number}%` | undefined;
  readonly adaptive?: AdaptiveOptions | false | undefined;
  readonly alerts?: AlertOptions | false | undefined;
  readonly circuit?: CircuitOptions | false | undefined;
}

/** `perRecipient: false` has become a limit that holds for no endpoint. */
export type CheckedLimitOptions = z.output<typeof limitOptionsSchema>;

/**
 * Checks the `limits` option.
 *
 * @throws {ConfigError} with path and value, for example `limits.perRecipient.max`
 */
export function checkLimitOptions(options: unknown): CheckedLimitOptions {
  return checkOptions(z.object({ limits: limitOptionsSchema }), { limits: options }, 'options').limits;
}
