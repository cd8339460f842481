import type { SqlFailure } from './sql-database.js';

const hints: Readonly<Record<SqlFailure, string>> = {
  lost: 'Check that the database can be reached, then call again with the same requestId: nothing is sent without it.',
  late: 'The database did not answer in time: look at its load and its locks, or raise `statementTimeoutMs`.',
  conflict: 'Many transactions want the same rows: look for a program that holds them, then call again.',
  refused:
    'Check user, password and database, and that this user may read and write the tables; the message names the cause.',
};

/** What to do about a failure. */
export function hintFor(failure: SqlFailure): string {
  return hints[failure];
}
