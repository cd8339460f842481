import { describe, expect, it } from 'vitest';
import { startMariadb } from './support/mariadb-server.js';
import { startPostgres } from './support/postgres-server.js';
import { runSql } from './support/run-sql.js';

describe.each([
  ['PostgreSQL', startPostgres],
  ['MariaDB', startMariadb],
] as const)('a %s of one test file', (_name, startDatabase) => {
  it('starts, dies and comes back with its data', async () => {
    const server = await startDatabase();
    try {
      const url = await server.createDatabase();
      await runSql(url, 'CREATE TABLE kept (value INT)', 'INSERT INTO kept VALUES (7)');
      await server.kill();
      await server.start();
      expect(await runSql(url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    } finally {
      await server.stop();
    }
  });
});
