export { migrate } from './migrate.js';
export { MysqlSendStore } from './mysql-send-store.js';
export { PostgresSendStore } from './postgres-send-store.js';
export type { SqlSendStoreOptions, SqlStoreOption } from './sql-options.js';
