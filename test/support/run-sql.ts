import { createConnection } from 'mysql2/promise';
import pg from 'pg';

export type SqlRows = readonly Readonly<Record<string, unknown>>[];

/** Runs statements of a test on a database, by a connection of their own. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<SqlRows> {
  return url.startsWith('postgres') ? runOnPostgres(url, statements) : runOnMysql(url, statements);
}

async function runOnPostgres(url: string, statements: readonly string[]): Promise<SqlRows> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: SqlRows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function runOnMysql(url: string, statements: readonly string[]): Promise<SqlRows> {
  const client = await createConnection(url);
  try {
    let rows: SqlRows = [];
    for (const statement of statements) {
      const [answer] = await client.query(statement);
      if (Array.isArray(answer)) rows = answer as unknown as SqlRows;
    }
    return rows;
  } finally {
    await client.end();
  }
}
