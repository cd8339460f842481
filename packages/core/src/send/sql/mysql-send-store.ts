import { mysqlDialect } from './mysql-dialect.js';
import { type SqlSendStoreOptions, sqlSettings } from './sql-options.js';
import { SqlSendStore } from './sql-send-store.js';

/** Records in MySQL 5.7 or MariaDB 10.4, or later ones; tables of InnoDB. Needs the packages `kysely` and `mysql2`. */
export class MysqlSendStore extends SqlSendStore {
  /**
   * @param options a URL, or all options
   * @throws {ConfigError} where an option is wrong
   */
  constructor(options: string | SqlSendStoreOptions) {
    const settings = sqlSettings('mysql', options);
    super(mysqlDialect(settings), settings);
  }
}
