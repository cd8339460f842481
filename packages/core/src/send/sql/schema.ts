import type { Kysely } from 'kysely';
import { ConfigError } from '../../errors/errors.js';
import type { KyselyModule } from './kysely-module.js';
import type { DatabaseKind } from './open-database.js';
import { migrationNames, migrationsOf } from './sql-migrations.js';
import type { SqlKind, SqlSettings } from './sql-options.js';

/**
 * Whether every step of this version has been applied.
 *
 * @throws {ConfigError} where one is missing and may not be applied, or a later version has applied more
 */
export async function checkSchema<Tables>(
  kysely: Kysely<Tables>,
  kind: DatabaseKind,
  { tablePrefix, migrate }: SqlSettings,
): Promise<boolean> {
  const applied = await appliedMigrations(kysely, kind, tablePrefix);
  const [newer] = applied.filter((name) => !migrationNames.includes(name));
  if (newer !== undefined) throw schemaTooNew(kind.kind, newer);
  if (migrationNames.every((name) => applied.includes(name))) return true;
  if (migrate) return false;
  throw schemaTooOld(kind.kind);
}

async function appliedMigrations<Tables>(
  kysely: Kysely<Tables>,
  kind: DatabaseKind,
  tablePrefix: string,
): Promise<readonly string[]> {
  // The table is kysely's own, which our types do not name.
  const bookkeeping = kysely as unknown as Kysely<Record<string, { name: string }>>;
  try {
    const rows = await bookkeeping.selectFrom(`${tablePrefix}migration`).select('name').execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    if (kind.isMissingTable(error)) return [];
    throw error;
  }
}

/** Applies what is missing, one process after the other, and answers what that was. */
export async function applyMigrations<Tables>(
  { Migrator, sql }: KyselyModule,
  kysely: Kysely<Tables>,
  kind: SqlKind,
  tablePrefix: string,
): Promise<readonly string[]> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => migrationsOf(kind, `${tablePrefix}send_record`, sql) },
    migrationTableName: `${tablePrefix}migration`,
    migrationLockTableName: `${tablePrefix}migration_lock`,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

function schemaTooNew(kind: SqlKind, name: string): ConfigError {
  const message = `the tables are of a later version of Wetempo, which has applied "${name}"`;
  return new ConfigError(`sendStore.${kind}: ${message}`, {
    issues: [{ path: `sendStore.${kind}`, message }],
    hint: 'Update Wetempo in every process that uses this database.',
  });
}

function schemaTooOld(kind: SqlKind): ConfigError {
  const message = 'the tables are not there or not up to date, and `migrate` is false';
  return new ConfigError(`sendStore.${kind}: ${message}`, {
    issues: [{ path: `sendStore.${kind}.migrate`, message }],
    hint: `Run \`migrate({ ${kind}: … })\` of @wetempo/core/send/sql at deployment, or leave \`migrate\` out.`,
  });
}
