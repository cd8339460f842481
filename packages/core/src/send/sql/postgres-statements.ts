import type { SendKey } from '../send-store.js';
import { columns, type RecordRow } from './sql-rows.js';
import { idsByAccount, type SqlStatements, type Statement } from './sql-statements.js';

/** Longest part of a text that goes into an index: PostgreSQL takes no index entry above about 2700 bytes. */
export const indexedCharacters = 200;

/** The same within a statement: what changes from row to row could not be looked up in an index. */
const nowMs = '(extract(epoch from statement_timestamp()) * 1000)::bigint';

const identity: readonly string[] = ['account', 'request_id'];

function keysCondition(keys: readonly SendKey[]): Statement {
  const groups = [...idsByAccount(keys)];
  const text = groups.map(
    (_, index) => `(account = $${2 * index + 1} and request_id = any($${2 * index + 2}::text[]))`,
  );
  return { text: text.join(' or '), parameters: groups.flat() };
}

/** What PostgreSQL takes in no text: NUL, and halves of characters. First as they stand in JSON. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/;
const unstorable = /[\0\p{Cs}]/gu;
/** Texts of whoever calls. A recipient with a NUL in it is for the platform to refuse. */
const callersTexts: ReadonlySet<string> = new Set(['recipient', 'push_id', 'group_name', 'tenant']);

function jsonOf(rows: readonly RecordRow[]): string {
  const json = JSON.stringify(rows);
  return mayBeUnstorable.test(json) ? JSON.stringify(rows, storable) : json;
}

/** What cannot be stored becomes U+FFFD. */
function storable(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !callersTexts.has(name)) return value;
  return value.replace(unstorable, '\uFFFD');
}

/** @param table as the database knows it */
export function postgresStatements(table: string): SqlStatements {
  // All rows in one parameter: the text stays the same, and neither side counts thousands of parameters.
  const insert = `insert into ${table} (${columns.join(', ')})
    select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1::json)`;
  const changes = columns.filter((name) => !identity.includes(name));
  const replace = `${insert} on conflict (${identity.join(', ')}) do update
    set ${changes.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  const rowsOf = (rows: readonly RecordRow[]) => [jsonOf(rows)];
  return {
    begin: 'begin isolation level read committed',
    nowMs,
    moment: undefined,
    lock(keys) {
      const { text, parameters } = keysCondition(keys);
      // The clock is read for each row after its lock, so the latest moment is that of the last lock.
      return {
        text: `with found as (select * from ${table} where ${text} order by account, request_id for update)
          select found.*, (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us
          from (values (1)) as one left join found on true`,
        parameters,
      };
    },
    insert: (rows) => ({ text: insert, parameters: rowsOf(rows) }),
    replace: (rows) => ({ text: replace, parameters: rowsOf(rows) }),
    remove(keys) {
      const { text, parameters } = keysCondition(keys);
      return { text: `delete from ${table} where ${text}`, parameters };
    },
    forget: (account, state, olderThanMs, limit) => ({
      // As an array the inner part runs once; as a set it may run for each row of the account.
      text: `delete from ${table} where account = $1 and request_id = any(array(
          select request_id from ${table}
          where account = $1 and state = $2
            and lease_until < ${nowMs} - $3::bigint and updated_at < ${nowMs} - $3::bigint
          order by lease_until limit $4 for update skip locked))`,
      parameters: [account, state, Math.ceil(olderThanMs), limit],
    }),
    equals: (column) =>
      `(left(${column}, ${indexedCharacters}) = left(?, ${indexedCharacters}) and ${column} = ?)`,
  };
}
