import { ConfigError } from '../../errors/errors.js';
import type { SqlKind } from './sql-options.js';

/** Kysely, which is loaded with the first call. */
export type KyselyModule = typeof import('kysely');

const drivers: Readonly<Record<SqlKind, string>> = { postgres: 'pg', mysql: 'mysql2' };

/** @throws {ConfigError} where the package is not installed */
export async function importKysely(kind: SqlKind): Promise<KyselyModule> {
  try {
    return await import('kysely');
  } catch (cause) {
    throw missingPackage(kind, 'kysely', cause);
  }
}

export function missingPackage(kind: SqlKind, name: string, cause: unknown): ConfigError {
  return new ConfigError(`sendStore: { ${kind} } was given, but the package "${name}" is not installed`, {
    cause,
    issues: [{ path: `sendStore.${kind}`, message: `needs the package "${name}"` }],
    hint: `Run \`npm install kysely ${drivers[kind]}\`.`,
  });
}
