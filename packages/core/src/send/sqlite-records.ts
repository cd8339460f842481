import { NotBegun } from './group-commit.js';
import type { SendKey, SendQuery, SendState } from './send-store.js';
import {
  changingColumns,
  changingParameters,
  fixedColumns,
  fixedParameters,
  toStoredRecord,
} from './sqlite-rows.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-schema.js';
import { searchStatement } from './sqlite-search.js';
import type { StoredRecord } from './stored-record.js';

const columns = [...fixedColumns, ...changingColumns];

/** By name; each is prepared once per connection. */
export const statements = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  find: 'SELECT * FROM send_record WHERE account = ? AND request_id = ?',
  insert: `INSERT INTO send_record (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  // Names no more than what may change: the indexes over the rest then stay as they are.
  update: `UPDATE send_record SET ${changingColumns.map((name) => `${name} = ?`).join(', ')}
           WHERE account = ? AND request_id = ?`,
  updateClaimed: `UPDATE send_record SET ${changingColumns.map((name) => `${name} = ?`).join(', ')}
           WHERE account = ? AND request_id = ? AND state = 'pending' AND fence = ? AND attempts = ? AND mark = ?`,
  remove: 'DELETE FROM send_record WHERE account = ? AND request_id = ?',
  abandoned: `SELECT * FROM send_record WHERE account = ? AND state = 'pending' AND lease_until <= ?
              ORDER BY lease_until LIMIT ?`,
  unknown: `SELECT * FROM send_record WHERE account = ? AND state = 'unknown' AND fence > ? ORDER BY fence LIMIT ?`,
  // The planner, which knows nothing of how many there are, would read all records of the account instead.
  byMsgid: `SELECT * FROM send_record INDEXED BY send_record_by_msgid
            WHERE account = ? AND msgid = ? AND state = 'sent' LIMIT 1`,
  count: 'SELECT state, count(*) AS records FROM send_record WHERE account = ? GROUP BY state',
  forget: `DELETE FROM send_record WHERE (account, request_id) IN (
             SELECT account, request_id FROM send_record
             WHERE account = ? AND state = ? AND updated_at < ? LIMIT ?)`,
} as const;

type StatementName = keyof typeof statements;

/** The table, with its statements prepared. Every method is one statement. */
export class SqliteRecords {
  readonly #database: SqliteDatabase;
  readonly #prepared: Record<StatementName, SqliteStatement>;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    const entries = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)]);
    // Built from `statements`, hence with its names.
    this.#prepared = Object.fromEntries(entries) as Record<StatementName, SqliteStatement>;
  }

  /**
   * Runs `step` as one transaction that no other process' step can come between.
   *
   * @throws {NotBegun} where another process holds the file for too long
   */
  atomically(step: () => void): void {
    this.#begin();
    try {
      step();
      this.#prepared.commit.run();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #begin(): void {
    try {
      this.#prepared.begin.run();
    } catch (cause) {
      throw new NotBegun(cause);
    }
  }

  #rollBack(): void {
    try {
      this.#prepared.rollback.run();
    } catch {
      // SQLite itself rolls back on a full or failing disk; the error that matters is the one before.
    }
  }

  find({ account, requestId }: SendKey): StoredRecord | undefined {
    return toStoredRecord(this.#prepared.find.get(account, requestId));
  }

  insert(record: StoredRecord): void {
    this.#prepared.insert.run([...fixedParameters(record), ...changingParameters(record)]);
  }

  update(record: StoredRecord): void {
    this.#prepared.update.run([...changingParameters(record), record.account, record.requestId]);
  }

  /** Answers `false`, and changes nothing, where the record is no longer as it was claimed. */
  updateClaimed(claimed: StoredRecord, record: StoredRecord): boolean {
    const { account, requestId, fence, attempts, mark } = claimed;
    const parameters = [...changingParameters(record), account, requestId, fence, attempts, mark];
    return this.#prepared.updateClaimed.run(parameters).changes === 1;
  }

  remove({ account, requestId }: SendKey): void {
    this.#prepared.remove.run(account, requestId);
  }

  abandoned(account: string, now: number, limit: number): StoredRecord[] {
    return toRecords(this.#prepared.abandoned.all(account, now, limit));
  }

  unknown(account: string, afterFence: number, limit: number): StoredRecord[] {
    return toRecords(this.#prepared.unknown.all(account, afterFence, limit));
  }

  byMsgid(account: string, msgid: string): StoredRecord | undefined {
    return toStoredRecord(this.#prepared.byMsgid.get(account, msgid));
  }

  /** At most one record more than the query's limit. */
  search(query: SendQuery): StoredRecord[] {
    const { sql, parameters } = searchStatement(query);
    return toRecords(this.#database.prepare(sql).all(...parameters));
  }

  count(account: string): Record<SendState, number> {
    const rows = this.#prepared.count.all(account) as { state: SendState; records: number }[];
    const counts = Object.fromEntries(rows.map(({ state, records }) => [state, records]));
    return { pending: 0, sent: 0, failed: 0, unknown: 0, ...counts };
  }

  /** Removes at most `limit` records of a state that last changed before that moment; answers how many. */
  forget(account: string, state: SendState, changedBefore: number, limit: number): number {
    return this.#prepared.forget.run(account, state, changedBefore, limit).changes;
  }

  close(): void {
    this.#database.close();
  }
}

function toRecords(rows: readonly unknown[]): StoredRecord[] {
  return rows.map(toStoredRecord).filter((record) => record !== undefined);
}
