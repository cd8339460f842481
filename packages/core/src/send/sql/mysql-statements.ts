import type { SendKey } from '../send-store.js';
import { columns, type RecordRow } from './sql-rows.js';
import { idsByAccount, type SqlStatements, type Statement } from './sql-statements.js';

/** Epoch microseconds of the statement's start, whatever the session's time zone. */
const nowUs = "timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(6))";
const nowMs = `(${nowUs} div 1000)`;

const identity: readonly string[] = ['account', 'request_id'];

function keysCondition(keys: readonly SendKey[]): Statement {
  const groups = [...idsByAccount(keys)];
  const text = groups.map(([, ids]) => `(account = ? and request_id in (${ids.map(() => '?').join(', ')}))`);
  return { text: text.join(' or '), parameters: groups.flat(2) };
}

/** @param table as the database knows it */
export function mysqlStatements(table: string): SqlStatements {
  const insertInto = `insert into ${table} (${columns.join(', ')}) values `;
  const oneRow = `(${columns.map(() => '?').join(', ')})`;
  // `values(…)` and no alias of the row: MariaDB knows only the former.
  const changes = columns.filter((name) => !identity.includes(name));
  const replacing = ` on duplicate key update ${changes.map((name) => `${name} = values(${name})`).join(', ')}`;
  const insert = (rows: readonly RecordRow[]): Statement => ({
    text: insertInto + rows.map(() => oneRow).join(', '),
    parameters: rows.flatMap((row) => columns.map((name) => row[name])),
  });
  return {
    begin: 'begin',
    nowMs,
    // On its own, after the locks: a statement's clock stands still while it waits for them.
    moment: `select ${nowUs} as now_us`,
    lock(keys) {
      const { text, parameters } = keysCondition(keys);
      // By the index in any case: a scan of a small table would lock what others are at.
      return {
        text: `select * from ${table} force index (primary) where ${text} order by account, request_id for update`,
        parameters,
      };
    },
    insert,
    replace(rows) {
      const { text, parameters } = insert(rows);
      return { text: text + replacing, parameters };
    },
    remove(keys) {
      const { text, parameters } = keysCondition(keys);
      return { text: `delete from ${table} where ${text}`, parameters };
    },
    forget: (account, state, olderThanMs, limit) => ({
      text: `delete from ${table} where account = ? and state = ? and lease_until < ${nowMs} - ? and updated_at < ${nowMs} - ? limit ?`,
      parameters: [account, state, Math.ceil(olderThanMs), Math.ceil(olderThanMs), limit],
    }),
    equals: (column) => `${column} = ?`,
  };
}
