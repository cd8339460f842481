import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startMariadb } from './support/mariadb-server.js';
import { startPostgres } from './support/postgres-server.js';

async function askPostgres(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function askMariadb(url: string, sql: string): Promise<unknown> {
  const client = await createConnection(url);
  const [rows] = await client.query(sql);
  await client.end();
  return rows;
}

describe.each([
  ['PostgreSQL', startPostgres, askPostgres],
  ['MariaDB', startMariadb, askMariadb],
] as const)('a %s of one test file', (_name, startDatabase, ask) => {
  it('starts, dies and comes back with its data', async () => {
    const server = await startDatabase();
    try {
      const url = await server.createDatabase();
      await ask(url, 'CREATE TABLE kept (value INT)');
      await ask(url, 'INSERT INTO kept VALUES (7)');
      await server.kill();
      await server.start();
      expect(await ask(url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    } finally {
      await server.stop();
    }
  });
});
