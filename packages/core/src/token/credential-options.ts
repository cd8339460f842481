import { ConfigError } from '../errors/errors.js';

/** How a credential is kept fresh. All times in milliseconds. */
export interface CredentialOptions {
  /** The refresh begins this long before expiry, but never before half the lifetime. @default 120000 */
  marginMs?: number | undefined;
  /** Least time between two forced refreshes of the whole fleet; the platform ignores a sooner one. @default 30000 */
  minForceIntervalMs?: number | undefined;
  /** Most forced refreshes of the whole fleet in any 24 hours; the platform allows 20. @default 20 */
  maxForcesPerDay?: number | undefined;
  /** Where nothing can be forced: least time between two fetches that follow a token error. @default 5000 */
  minRefetchIntervalMs?: number | undefined;
  /** Where nothing can be forced: most fetches in any 24 hours that follow a token error. @default 500 */
  maxRefetchesPerDay?: number | undefined;
  /** How long a refusal of the credential is remembered before the platform is asked again. @default 30000 */
  refusalMs?: number | undefined;
  /** Longest fetch. @default 8000 */
  fetchTimeoutMs?: number | undefined;
  /** How long the fleet waits for a holder that died; longer than a fetch takes. @default 10000 */
  lockLeaseMs?: number | undefined;
  /** Longest wait for another process' refresh. @default `lockLeaseMs` + `fetchTimeoutMs` + 2000 */
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

/** @throws {ConfigError} with path `token.<option>` and the value */
export function credentialSettings(options: CredentialOptions): CredentialSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen = { ...defaults, ...(given as { [Name in keyof CredentialOptions]?: number }) };
  for (const [name, value] of Object.entries(chosen)) requirePositiveInteger(`token.${name}`, value);
  return { waitMs: chosen.lockLeaseMs + chosen.fetchTimeoutMs + 2_000, ...chosen };
}

function requirePositiveInteger(path: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) > 0) return;
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const message = `must be a positive whole number, got ${shown}`;
  throw new ConfigError(`${path} ${message}`, {
    issues: [{ path, message }],
    hint: `Set ${path} to a whole number above 0 or leave it out.`,
  });
}
