import { postgresDialect } from './postgres-dialect.js';
import { type SqlSendStoreOptions, sqlSettings } from './sql-options.js';
import { SqlSendStore } from './sql-send-store.js';

/** Records in PostgreSQL 12 or later. Needs the packages `kysely` and `pg`. */
export class PostgresSendStore extends SqlSendStore {
  /**
   * @param options a URL, or all options
   * @throws {ConfigError} where an option is wrong
   */
  constructor(options: string | SqlSendStoreOptions) {
    const settings = sqlSettings('postgres', options);
    super(postgresDialect(settings), settings);
  }
}
