import { placeOf } from './search-query.js';
import type { SendQuery } from './send-store.js';

export interface SearchStatement {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** Reads one record more than the page holds, which tells whether there is a next one. */
export function searchStatement(query: SendQuery): SearchStatement {
  const conditions = conditionsOf(query);
  const where = conditions.map(([condition]) => condition).join(' AND ');
  return {
    sql: `SELECT * FROM send_record WHERE ${where} ORDER BY created_at, request_id LIMIT ?`,
    parameters: [...conditions.flatMap(([, ...values]) => values), query.limit + 1],
  };
}

type Condition = readonly [sql: string, ...values: (string | number)[]];

function conditionsOf(query: SendQuery): Condition[] {
  const place = placeOf(query.cursor);
  const { states } = query;
  const conditions: readonly (Condition | undefined)[] = [
    ['account = ?', query.account],
    query.requestId === undefined ? undefined : ['request_id = ?', query.requestId],
    query.recipient === undefined ? undefined : ['recipient = ?', query.recipient],
    query.push === undefined ? undefined : ['push = ?', query.push],
    query.endpoint === undefined ? undefined : ['endpoint = ?', query.endpoint],
    // The plus keeps the planner from the index by state, from which it would have to sort all of them.
    states && [`+state IN (${states.map(() => '?').join(', ')})`, ...states],
    query.createdFrom === undefined ? undefined : ['created_at >= ?', query.createdFrom],
    query.createdBefore === undefined ? undefined : ['created_at < ?', query.createdBefore],
    place && ['(created_at, request_id) > (?, ?)', place.createdAt, place.requestId],
  ];
  return conditions.filter((condition) => condition !== undefined);
}
