import type { SendKey, SendState } from '../send-store.js';
import type { RecordRow } from './sql-rows.js';

/** Text and parameters, as the database's driver takes them. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Texts whose length the platform or the caller decides. */
export type LongText = 'recipient' | 'push_id' | 'msgid';

/** What the two kinds of database say differently. */
export interface SqlStatements {
  /** Starts a transaction that sees what others have committed meanwhile. */
  readonly begin: string;
  /** The database's clock in epoch milliseconds, as an expression that stays the same within a statement. */
  readonly nowMs: string;
  /** Answers the rows of these keys and holds them; with `now_us` where `moment` is absent. */
  lock(keys: readonly SendKey[]): Statement;
  /** Answers `now_us`, the clock in epoch microseconds. */
  readonly moment: string | undefined;
  /** Fails where a row is there already. */
  insert(rows: readonly RecordRow[]): Statement;
  /** Writes over rows that are there. */
  replace(rows: readonly RecordRow[]): Statement;
  remove(keys: readonly SendKey[]): Statement;
  forget(account: string, state: SendState, olderThanMs: number, limit: number): Statement;
  /** Narrows by a text of any length in such a way that its index helps; each `?` stands for the text. */
  equals(column: LongText): string;
}

/** Keys by account: an index looks up many ids of one account best. */
export function idsByAccount(keys: readonly SendKey[]): ReadonlyMap<string, readonly string[]> {
  const byAccount = new Map<string, string[]>();
  for (const { account, requestId } of keys) {
    const ids = byAccount.get(account);
    if (ids === undefined) byAccount.set(account, [requestId]);
    else ids.push(requestId);
  }
  return byAccount;
}
