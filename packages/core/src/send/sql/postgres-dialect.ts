import type { Dialect, PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isWechatError } from '../../errors/errors.js';
import { type KyselyModule, missingPackage } from './kysely-module.js';
import { type DatabaseKind, openDatabase } from './open-database.js';
import { postgresStatements } from './postgres-statements.js';
import type { SqlDialect, SqlFailure } from './sql-database.js';
import type { SqlSettings } from './sql-options.js';

export const postgresKind: DatabaseKind = {
  kind: 'postgres',
  statements: postgresStatements,
  dialect: async ({ PostgresDialect }: KyselyModule, settings: SqlSettings): Promise<Dialect> =>
    new PostgresDialect({ pool: guarded(await createPool(settings)) }),
  isMissingTable: (error) => codeOf(error) === '42P01',
};

export function postgresDialect(settings: SqlSettings): SqlDialect {
  return { name: 'PostgreSQL', open: () => openDatabase(postgresKind, settings), judge };
}

async function createPool({ url, connection, poolSize, statementTimeoutMs }: SqlSettings): Promise<Pool> {
  const { Pool: PgPool } = await importPg();
  const timeoutMs = Math.ceil(statementTimeoutMs);
  const pool = new PgPool({
    application_name: 'wetempo',
    keepAlive: true,
    ...(url === undefined ? {} : { connectionString: url }),
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    // The server gives up as well, so that nothing goes on that nobody waits for.
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
  });
  // Of a connection that nobody uses just now; the next one who needs one gets another.
  pool.on('error', () => undefined);
  return pool;
}

async function importPg(): Promise<{ Pool: typeof Pool }> {
  try {
    return await import('pg');
  } catch (cause) {
    throw missingPackage('postgres', 'pg', cause);
  }
}

/** A pool that throws away connections on which an answer is missing: the next statement would get it. */
function guarded(pool: Pool): PostgresPool {
  // One guard a client: kysely prepares each object that it has not seen before.
  const guards = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const guard = guards.get(client) ?? guardOf(client);
      guards.set(client, guard);
      return guard;
    },
    end: () => pool.end(),
  };
}

function guardOf(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  // A connection that breaks between two statements says so here, and would end the process if nobody listened.
  client.on('error', () => {
    isBroken = true;
  });
  const query = async (text: string, parameters: unknown[]) => {
    try {
      return await client.query(text, parameters);
    } catch (error) {
      if (!isFromServer(error)) isBroken = true;
      throw error;
    }
  };
  // Cursors, the other kind of query, are not used here.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

function isFromServer(error: unknown): boolean {
  return Reflect.has(Object(error), 'severity');
}

function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'code'));
}

/** Serialisation failure, deadlock, and a row that another transaction has inserted first. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01', '23505']);
/** Shut down, crashed, starting up, out of connections, no longer the primary. */
const losses: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/** Cancelled by its time-out, or by the wait for a lock. */
const lateness: ReadonlySet<string> = new Set(['57014', '55P03']);

function judge(error: unknown): SqlFailure {
  if (isWechatError(error) || error instanceof TypeError || error instanceof RangeError) return 'refused';
  const code = codeOf(error);
  if (conflicts.has(code)) return 'conflict';
  if (losses.has(code) || code.startsWith('08')) return 'lost';
  const message = error instanceof Error ? error.message : '';
  if (lateness.has(code) || /timeout/i.test(message)) return 'late';
  return isFromServer(error) ? 'refused' : 'lost';
}
