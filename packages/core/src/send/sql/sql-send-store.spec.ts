import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseServer } from '../../../../../test/support/database-process.js';
import { startMariadb } from '../../../../../test/support/mariadb-server.js';
import { startPostgres } from '../../../../../test/support/postgres-server.js';
import { runSql } from '../../../../../test/support/run-sql.js';
import { sendStoreContract } from '../../testing/send-store-contract.js';
import { MysqlSendStore } from './mysql-send-store.js';
import { PostgresSendStore } from './postgres-send-store.js';
import type { SqlSendStore } from './sql-send-store.js';

const kinds = {
  PostgreSQL: { start: startPostgres, Store: PostgresSendStore },
  MariaDB: { start: startMariadb, Store: MysqlSendStore },
};

describe.each(Object.entries(kinds))('SqlSendStore on %s', (_name, { start, Store }) => {
  let server: DatabaseServer;
  let store: SqlSendStore;
  beforeAll(async () => {
    server = await start();
    store = new Store({ url: server.url });
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  sendStoreContract({ describe, it }, async () => ({
    store,
    advance: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs + 2)),
    dispose: async () => {
      await runSql(server.url, 'DELETE FROM wetempo_send_record');
    },
  }));

  it('is there', () => expect(store).toBeInstanceOf(Store));
});
