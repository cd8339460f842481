import { z } from 'zod';
import { checkOptions } from '../config/check-options.js';

/** How a credential is kept fresh. All times in milliseconds. */
export interface CredentialOptions {
  /** The refresh begins this long before expiry, but never before half the lifetime. @default 120000 */
  marginMs?: number | undefined;
  /** Least time between two forced refreshes of the whole fleet; the platform ignores a sooner one. @default 30000 */
  minForceIntervalMs?: number | undefined;
  /** Most forced refreshes of the whole fleet in any 24 hours; the platform allows 20. @default 20 */
  maxForcesPerDay?: number | undefined;
  /**
   * Where nothing can be forced: least time between two fetches that follow a token error. Calls wait for a turn that comes
   * within 5 s; for a later one they fail at once. @default 5000
   */
  minRefetchIntervalMs?: number | undefined;
  /** Where nothing can be forced: most fetches in any 24 hours that follow a token error. @default 500 */
  maxRefetchesPerDay?: number | undefined;
  /** How long a refusal of the credential is remembered before the platform is asked again. @default 30000 */
  refusalMs?: number | undefined;
  /** Longest fetch. @default 8000 */
  fetchTimeoutMs?: number | undefined;
  /**
   * How long the fleet waits for a holder that died; longer than a fetch takes. Where a turn to fetch may have to be waited for,
   * that time comes on top. @default 10000
   */
  lockLeaseMs?: number | undefined;
  /**
   * Longest wait for another process' refresh; the time until its turn comes on top.
   * @default `lockLeaseMs` + `fetchTimeoutMs` + 2000
   */
  waitMs?: number | undefined;
}

export type CredentialSettings = {
  readonly [Name in keyof CredentialOptions]-?: NonNullable<CredentialOptions[Name]>;
};

const defaults = {
  marginMs: 120_000,
  minForceIntervalMs: 30_000,
  maxForcesPerDay: 20,
  minRefetchIntervalMs: 5_000,
  maxRefetchesPerDay: 500,
  refusalMs: 30_000,
  fetchTimeoutMs: 8_000,
  lockLeaseMs: 10_000,
} as const;

const positiveInteger = z.int('must be a positive whole number').positive('must be a positive whole number');
type Shape = Record<keyof CredentialOptions, z.ZodOptional<typeof positiveInteger>>;

/** For the shape of a client's options, which is checked where the client is made. */
export const credentialOptionsShape: Shape = {
  marginMs: positiveInteger.optional(),
  minForceIntervalMs: positiveInteger.optional(),
  maxForcesPerDay: positiveInteger.optional(),
  minRefetchIntervalMs: positiveInteger.optional(),
  maxRefetchesPerDay: positiveInteger.optional(),
  refusalMs: positiveInteger.optional(),
  fetchTimeoutMs: positiveInteger.optional(),
  lockLeaseMs: positiveInteger.optional(),
  waitMs: positiveInteger.optional(),
};
const optionsSchema = z.object({ token: z.strictObject(credentialOptionsShape) });

/** @throws {ConfigError} with path `token.<option>` and the value */
export function credentialSettings(options: CredentialOptions): CredentialSettings {
  checkOptions(optionsSchema, { token: options }, 'options');
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen = { ...defaults, ...(given as { [Name in keyof CredentialOptions]?: number }) };
  return { waitMs: chosen.lockLeaseMs + chosen.fetchTimeoutMs + 2_000, ...chosen };
}
