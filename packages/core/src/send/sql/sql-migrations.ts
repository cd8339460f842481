import type { Kysely, Migration } from 'kysely';
import { indexedCharacters } from './postgres-statements.js';
import type { SqlKind } from './sql-options.js';

type Sql = typeof import('kysely')['sql'];

/** One step per version of the schema, in the order of their names. A published step never changes. */
export const migrationNames: readonly string[] = ['0001-send-record'];

export function migrationsOf(kind: SqlKind, table: string, sql: Sql): Record<string, Migration> {
  const firstTable = kind === 'postgres' ? postgresTable(table) : mysqlTable(table);
  return { '0001-send-record': { up: (database) => runAll(database, firstTable, sql) } };
}

async function runAll(database: Kysely<unknown>, statements: readonly string[], sql: Sql): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

function postgresTable(table: string): readonly string[] {
  // "C" compares byte by byte: ids that differ in anything differ, and no language's rules slow it down.
  const exact = 'text collate "C"';
  const partly = (column: string) => `left(${column}, ${indexedCharacters})`;
  const order = 'created_at, request_id';
  return [
    `create table ${table} (
       account ${exact} not null,
       request_id ${exact} not null,
       state ${exact} not null,
       endpoint ${exact} not null,
       fingerprint ${exact} not null,
       recipient ${exact},
       payload text,
       push_id ${exact},
       group_name text,
       tenant text,
       created_at bigint not null,
       updated_at bigint not null,
       first_attempt_at bigint,
       attempts integer not null,
       mark text not null,
       fence bigint not null,
       lease_until bigint not null,
       msgid ${exact},
       result text,
       failure text,
       delivery text,
       stamp text not null,
       primary key (account, request_id)
     )`,
    // An ended record's lease ends with it, so this order serves retention too.
    `create index ${table}_by_state on ${table} (account, state, lease_until)`,
    `create index ${table}_unknown on ${table} (account, fence, request_id) where state = 'unknown'`,
    `create index ${table}_by_creation on ${table} (account, ${order})`,
    `create index ${table}_by_recipient on ${table} (account, ${partly('recipient')}, ${order}) where recipient is not null`,
    `create index ${table}_by_push on ${table} (account, ${partly('push_id')}, ${order}) where push_id is not null`,
    `create index ${table}_by_msgid on ${table} (account, ${partly('msgid')}) where msgid is not null`,
  ];
}

/** Bytes where texts have to be told apart exactly: every collation of MySQL 5 and MariaDB that fits both pads with blanks. */
function mysqlTable(table: string): readonly string[] {
  return [
    // In one statement, and repeatable: MySQL cannot take back half a step.
    `create table if not exists ${table} (
       account varbinary(255) not null,
       request_id varbinary(1024) not null,
       state varchar(16) character set ascii collate ascii_bin not null,
       endpoint varchar(255) not null,
       fingerprint varchar(255) not null,
       recipient blob,
       payload longtext,
       push_id blob,
       group_name text,
       tenant text,
       created_at bigint not null,
       updated_at bigint not null,
       first_attempt_at bigint,
       attempts integer not null,
       mark varchar(16) character set ascii collate ascii_bin not null,
       fence bigint not null,
       lease_until bigint not null,
       msgid blob,
       result longtext,
       failure longtext,
       delivery longtext,
       stamp varchar(64) character set ascii collate ascii_bin not null,
       primary key (account, request_id),
       key by_state (account, state, lease_until),
       key by_creation (account, created_at),
       key by_recipient (account, recipient(128), created_at),
       key by_push (account, push_id(128), created_at),
       key by_msgid (account, msgid(128))
     ) engine = InnoDB row_format = dynamic default character set utf8mb4 collate utf8mb4_bin`,
  ];
}
