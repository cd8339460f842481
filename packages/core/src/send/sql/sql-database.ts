import type { SendKey, SendQuery, SendState } from '../send-store.js';
import type { RecordRow, SqlRecord } from './sql-rows.js';

// What the store asks of a database, free of kysely's types: those stay within the files that talk to it.

/** Rows that a transaction holds against everybody else until its end. */
export interface LockedRows {
  readonly records: readonly SqlRecord[];
  /** The database's clock once every lock was there; epoch microseconds. */
  readonly nowUs: number;
}

export interface RowChanges {
  /** Rows that were not there. Fails where another transaction has been quicker. */
  readonly added: readonly RecordRow[];
  readonly changed: readonly RecordRow[];
  readonly removed: readonly SendKey[];
}

export interface SqlTransaction {
  lock(keys: readonly SendKey[]): Promise<LockedRows>;
  write(changes: RowChanges): Promise<void>;
  commit(): Promise<void>;
}

/** The place of a record in an order by a number, then by id. */
export interface Place {
  readonly number: number;
  readonly requestId: string;
}

export interface SqlDatabase {
  /** What is not committed by the end of `work` is rolled back. */
  transaction<Answer>(work: (transaction: SqlTransaction) => Promise<Answer>): Promise<Answer>;
  find(key: SendKey): Promise<SqlRecord | undefined>;
  abandoned(account: string, limit: number): Promise<readonly SqlRecord[]>;
  unknown(account: string, after: Place | undefined, limit: number): Promise<readonly SqlRecord[]>;
  byMsgid(account: string, msgid: string): Promise<SqlRecord | undefined>;
  search(query: SendQuery, after: Place | undefined): Promise<readonly SqlRecord[]>;
  count(account: string): Promise<Record<SendState, number>>;
  /** Removes at most `limit` records of a state that last changed longer ago than that, and answers how many. */
  forget(account: string, state: SendState, olderThanMs: number, limit: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * What a failure means.
 * - `conflict`: another transaction came in between; the same again may work.
 * - `lost`: the connection broke; whether the last statement worked is not known.
 * - `late`: no answer in time; neither is it known then.
 * - `refused`: the database looked at it and said no.
 */
export type SqlFailure = 'conflict' | 'lost' | 'late' | 'refused';

/** One kind of database. */
export interface SqlDialect {
  /** As messages call it. */
  readonly name: string;
  open(): Promise<SqlDatabase>;
  judge(error: unknown): SqlFailure;
}
