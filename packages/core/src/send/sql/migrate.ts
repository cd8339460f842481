import { mysqlKind } from './mysql-dialect.js';
import { migrateDatabase } from './open-database.js';
import { postgresKind } from './postgres-dialect.js';
import { type SqlStoreOption, sqlSettings } from './sql-options.js';

/**
 * Makes the tables or brings them up to date, for those who do so at deployment and give their stores `migrate: false`.
 * Takes what the option `sendStore` takes. Answers the names of the steps that were applied: none where all was up to
 * date. Several processes may call it at once.
 *
 * @throws {ConfigError} where an option is wrong, a package is missing, or a later version has written the tables
 */
export async function migrate(option: SqlStoreOption): Promise<readonly string[]> {
  if ('postgres' in option) return migrateDatabase(postgresKind, sqlSettings('postgres', option.postgres));
  return migrateDatabase(mysqlKind, sqlSettings('mysql', option.mysql));
}
