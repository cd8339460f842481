import { z } from 'zod';
import { checkOptions } from '../config/check-options.js';
import { type AdaptiveOptions, adaptiveSchema } from './adaptive-options.js';
import { type AlertOptions, alertsSchema } from './alert-options.js';
import { type AllowOptions, allowSchema } from './budget/allow-list.js';
import { type GroupOptions, groupsSchema } from './budget/group-options.js';
import { rolloutSchema } from './budget/rollout.js';
import { checkTierNames, type TierOptions, tenantsSchema, tiersSchema } from './budget/tier-options.js';
import { type CircuitOptions, circuitSchema } from './circuit-options.js';
import { type QueueOptions, queueSchema } from './queue-options.js';

export type { AdaptiveOptions } from './adaptive-options.js';
export type { AlertOptions } from './alert-options.js';
export type { AllowOptions } from './budget/allow-list.js';
export type { GroupOptions } from './budget/group-options.js';
export type { ScheduleEntry, TierOptions } from './budget/tier-options.js';
export type { CircuitOptions } from './circuit-options.js';
export type { QueueOptions } from './queue-options.js';

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
    /** Whether its windows count people, where a request names several. */
    countsPeople: z.boolean().optional(),
  })
  .refine(isPaired, pairMessage);
const organisationSchema = z.strictObject({
  /** For each endpoint by itself. */
  everyEndpoint: appSchema.optional(),
  /** By endpoint name, in place of `everyEndpoint`. */
  endpoints: z.record(z.string().min(1), appSchema).optional(),
});
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

/** What turns a part off is `false`. */
function orFalse<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal(false), schema], { error: 'must be an object, or false' }).optional();
}

/** Shape of the `limits` option, also in a policy file. What one field says of another is checked by `checkLimitOptions`. */
export const limitOptionsSchema = z.strictObject({
  perRecipient: perRecipientOption,
  endpoints: z.record(z.string().min(1), endpointSchema).optional(),
  app: appSchema.optional(),
  organisation: organisationSchema.optional(),
  headroom: z.number().min(0).max(0.99).optional(),
  whenUnavailable: z.enum(['local', 'reject']).optional(),
  groups: groupsSchema.optional(),
  tiers: tiersSchema.optional(),
  tenants: tenantsSchema.optional(),
  defaultTier: z.string().min(1).optional(),
  allow: allowSchema.optional(),
  shadow: z.boolean().optional(),
  rollout: rolloutSchema.optional(),
  adaptive: orFalse(adaptiveSchema),
  alerts: orFalse(alertsSchema),
  circuit: orFalse(circuitSchema),
  queue: queueSchema.optional(),
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
  /**
   * Whether each person that a request names counts as one in the endpoint's own windows, as WeCom counts its messages.
   * @default what the platform says, usually false
   */
  readonly countsPeople?: boolean | undefined;
}

/** What the platform lets all accounts of one organisation call together, for example all agents of a WeCom corp. */
export interface OrganisationLimits {
  /** For each endpoint by itself. */
  readonly everyEndpoint?: Omit<LimitSpec, 'weight' | 'countsPeople'> | undefined;
  /** By endpoint name, in place of `everyEndpoint`. */
  readonly endpoints?: Readonly<Record<string, Omit<LimitSpec, 'weight' | 'countsPeople'>>> | undefined;
}

export interface PerRecipientLimit {
  readonly max: number;
  readonly windowMs: number;
  /** Message endpoints that it holds for; they share one count. @default those that the platform package names */
  readonly endpoints?: readonly string[] | undefined;
}

/** How many calls may leave. Everything may be left out. */
export interface LimitOptions {
  /**
   * Messages to one person in any stretch of `windowMs`, as the platform sees them arrive. @default what the platform
   * allows where it says so (WeCom), else 4 in 60 000 ms
   */
  readonly perRecipient?: PerRecipientLimit | false | undefined;
  /** By endpoint name. Fields that are given replace the platform's defaults one by one. */
  readonly endpoints?: Readonly<Record<string, LimitSpec>> | undefined;
  /** Over all endpoints of the account together. */
  readonly app?: Omit<LimitSpec, 'weight' | 'countsPeople'> | undefined;
  /**
   * Over all accounts of the organisation together, where the platform has organisations. Shared through Redis; without it
   * each client counts for itself. Fields that are given replace the platform's defaults one by one.
   */
  readonly organisation?: OrganisationLimits | undefined;
  /** Share of every endpoint and app window that is left unused, for callers we do not know of. @default 0.2 */
  readonly headroom?: number | undefined;
  /**
   * What happens while the shared store cannot be reached.
   * - left out: reads and writes are counted in this process alone, which keeps to its part of each limit; messages end
   *   with `StoreUnavailableError`
   * - `local`: messages, too, are counted so, where their `sendStore` can be reached
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
  /** Who passes what is counted for groups and tenants, for good; `mp.limits.allow` does it for a time. @default nobody */
  readonly allow?: AllowOptions | undefined;
  /** Counts everything and holds nobody up; what would have been is told as `limit.shadowed`. @default false */
  readonly shadow?: boolean | undefined;
  /** Share of calls that limits hold for, as a number up to 1 or as `'5%'`; the others are in shadow. @default 1 */
  readonly rollout?: number | `${number}%` | undefined;
  /** What is learned from the platform's answers; `false`: nothing. @default see `AdaptiveOptions` */
  readonly adaptive?: AdaptiveOptions | false | undefined;
  /** When the fleet as a whole slows down; `false`: never. @default see `AlertOptions` */
  readonly alerts?: AlertOptions | false | undefined;
  /** When an endpoint that does not answer is left alone; `false`: never. @default see `CircuitOptions` */
  readonly circuit?: CircuitOptions | false | undefined;
  /** How messages with `onLimit: 'queue'` are queued, and who sends them. @default see `QueueOptions` */
  readonly queue?: QueueOptions | undefined;
}

/**
 * `perRecipient: false` has become a limit that holds for no endpoint, `rollout` a number; what belongs to `alerts` and
 * `circuit` is filled in.
 */
export type CheckedLimitOptions = z.output<typeof limitOptionsSchema>;

/**
 * Checks the `limits` option.
 *
 * @param platformApp what the platform package knows of the app's rate
 * @throws {ConfigError} with path and value, for example `limits.perRecipient.max`
 */
export function checkLimitOptions(options: unknown, platformApp: LimitSpec = {}): CheckedLimitOptions {
  const limits = limitOptionsSchema.superRefine((checked, context) => {
    checkTierNames(checked, context);
    if (checked.groups === undefined || hasRate(checked.app ?? {}) || hasRate(platformApp)) return;
    context.addIssue({ code: 'custom', path: ['groups'], message: groupsWithoutRate });
  });
  return checkOptions(z.object({ limits }), { limits: options }, 'options').limits;
}

const groupsWithoutRate =
  'there is nothing to share: give limits.app a perSecond, perMinute, perDay, or max and windowMs';

function hasRate({ perSecond, perMinute, perDay, max }: LimitSpec): boolean {
  return (perSecond ?? perMinute ?? perDay ?? max) !== undefined;
}
