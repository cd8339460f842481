import type { Dialect, MysqlPool, MysqlPoolConnection } from 'kysely';
import type { createPool, Pool, PoolConnection } from 'mysql2';
import { isWechatError } from '../../errors/errors.js';
import { type KyselyModule, missingPackage } from './kysely-module.js';
import { mysqlStatements } from './mysql-statements.js';
import { type DatabaseKind, openDatabase } from './open-database.js';
import type { SqlDialect, SqlFailure } from './sql-database.js';
import type { SqlSettings } from './sql-options.js';

export const mysqlKind: DatabaseKind = {
  kind: 'mysql',
  statements: mysqlStatements,
  isMissingTable: (error) => errnoOf(error) === 1146,
  async dialect({ MysqlDialect, CompiledQuery }: KyselyModule, settings: SqlSettings): Promise<Dialect> {
    return new MysqlDialect({
      pool: guarded(await newPool(settings), settings),
      async onCreateConnection(connection) {
        for (const text of sessionStatements(settings)) {
          await connection.executeQuery(CompiledQuery.raw(text));
        }
      },
    });
  },
};

export function mysqlDialect(settings: SqlSettings): SqlDialect {
  return { name: 'MySQL', open: () => openDatabase(mysqlKind, settings), judge };
}

/** Whatever the server's own settings are. */
function sessionStatements({ statementTimeoutMs }: SqlSettings): readonly string[] {
  const lockWaitSeconds = Math.max(1, Math.ceil(statementTimeoutMs / 1000));
  return [
    // Strict: a text that is too long is refused and not cut. Without NO_BACKSLASH_ESCAPES, which mysql2 does not heed.
    "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
    `set session innodb_lock_wait_timeout = ${lockWaitSeconds}`,
    // The stricter default locks the gaps between ids as well, and so ids that nobody has claimed.
    'set session transaction isolation level read committed',
  ];
}

async function newPool({ url, connection, poolSize, statementTimeoutMs }: SqlSettings): Promise<Pool> {
  const mysql = await importMysql();
  return mysql.createPool({
    ...(url === undefined ? {} : { uri: url }),
    ...connection,
    connectionLimit: poolSize,
    connectTimeout: Math.ceil(statementTimeoutMs),
    charset: 'utf8mb4',
    supportBigNumbers: true,
  });
}

async function importMysql(): Promise<{ createPool: typeof createPool }> {
  try {
    const { default: mysql } = await import('mysql2');
    return mysql;
  } catch (cause) {
    throw missingPackage('mysql', 'mysql2', cause);
  }
}

/** A pool whose statements have a time-out, and that throws away connections on which an answer is missing. */
function guarded(pool: Pool, { statementTimeoutMs }: SqlSettings): MysqlPool {
  // One guard a connection: kysely prepares each object that it has not seen before.
  const guards = new WeakMap<PoolConnection, MysqlPoolConnection>();
  return {
    getConnection(callback) {
      pool.getConnection((error, connection) => {
        if (error) return callback(error, undefined as never);
        const guard = guards.get(connection) ?? guardOf(connection, Math.ceil(statementTimeoutMs));
        guards.set(connection, guard);
        callback(undefined, guard);
      });
    },
    end: (callback) => pool.end(callback),
  };
}

type QueryCallback = Parameters<MysqlPoolConnection['query']>[2];

function guardOf(connection: PoolConnection, timeout: number): MysqlPoolConnection {
  let isBroken = false;
  const query = (sql: string, values: unknown[], callback: QueryCallback) => {
    connection.query({ sql, values, timeout }, (error, result) => {
      if (error !== null && !isFromServer(error)) isBroken = true;
      // The statement holds every message of a transaction, which no log should see.
      if (error !== null) Reflect.deleteProperty(error, 'sql');
      // Kysely's type of an answer is a part of mysql2's.
      callback?.(error, result as never);
    });
  };
  return {
    // Streams, the other kind of query, are not used here.
    query: query as MysqlPoolConnection['query'],
    release: () => (isBroken ? connection.destroy() : connection.release()),
  };
}

function errnoOf(error: unknown): number {
  return Number(Reflect.get(Object(error), 'errno'));
}

function isFromServer(error: unknown): boolean {
  return Reflect.has(Object(error), 'sqlState') && !Reflect.get(Object(error), 'fatal');
}

/** Deadlock, lock not free in time, a row inserted first by another, and MariaDB's word for a changed one. */
const conflicts: ReadonlySet<number> = new Set([1213, 1205, 1062, 1020]);
/** Too many connections, shutting down, connection killed, aborted or broken. */
const losses: ReadonlySet<number> = new Set([
  1040, 1053, 1077, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1927,
]);

function judge(error: unknown): SqlFailure {
  if (isWechatError(error) || error instanceof TypeError || error instanceof RangeError) return 'refused';
  const errno = errnoOf(error);
  if (conflicts.has(errno)) return 'conflict';
  if (losses.has(errno)) return 'lost';
  const code = String(Reflect.get(Object(error), 'code'));
  if (code === 'PROTOCOL_SEQUENCE_TIMEOUT' || code === 'ETIMEDOUT') return 'late';
  return isFromServer(error) ? 'refused' : 'lost';
}
