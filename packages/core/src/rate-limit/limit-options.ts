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
