import type { Dialect, Kysely } from 'kysely';
import { KyselyDatabase, type Tables } from './kysely-database.js';
import { importKysely, type KyselyModule } from './kysely-module.js';
import { applyMigrations, checkSchema } from './schema.js';
import type { SqlDatabase } from './sql-database.js';
import type { SqlKind, SqlSettings } from './sql-options.js';
import type { SqlStatements } from './sql-statements.js';

/** What opening needs of one kind of database. */
export interface DatabaseKind {
  readonly kind: SqlKind;
  statements(table: string): SqlStatements;
  /** Its connections are made as they are needed. */
  dialect(module: KyselyModule, settings: SqlSettings): Promise<Dialect>;
  /** Whether a statement failed because its table is not there. */
  isMissingTable(error: unknown): boolean;
}

/**
 * Opens the database, once its tables are as this version knows them.
 *
 * @throws {ConfigError} where a package or a table is missing, or a later version has written the tables
 */
export async function openDatabase(kind: DatabaseKind, settings: SqlSettings): Promise<SqlDatabase> {
  const module = await importKysely(kind.kind);
  const kysely: Kysely<Tables> = new module.Kysely({ dialect: await kind.dialect(module, settings) });
  try {
    if (!(await checkSchema(kysely, kind, settings))) await migrateDatabase(kind, settings);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  const table = `${settings.tablePrefix}send_record`;
  return new KyselyDatabase({ module, kysely, table, statements: kind.statements(table) });
}

/** A migration may wait for another process' and then rewrite a large table. */
const migrationTimeoutMs = 3_600_000;

/** Brings the tables up to date and answers which steps that took. Several processes may do so at once. */
export async function migrateDatabase(kind: DatabaseKind, settings: SqlSettings): Promise<readonly string[]> {
  const module = await importKysely(kind.kind);
  const patient = { ...settings, migrate: true, poolSize: 2, statementTimeoutMs: migrationTimeoutMs };
  const kysely = new module.Kysely<Tables>({ dialect: await kind.dialect(module, patient) });
  try {
    if (await checkSchema(kysely, kind, patient)) return [];
    return await applyMigrations(module, kysely, kind.kind, settings.tablePrefix);
  } finally {
    await kysely.destroy();
  }
}
