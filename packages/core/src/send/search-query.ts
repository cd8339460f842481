import { ValidationError } from '../errors/errors.js';
import type { SendPage, SendQuery, SendRecord, SendRecordBase } from './send-store.js';

/** A place in the order of a search: behind the record that was created then under this id. */
export interface SearchPlace {
  readonly createdAt: number;
  readonly requestId: string;
}

/** @param found the records from the page's start on, at least one more than it holds where there are as many */
export function pageOf(found: readonly SendRecord[], limit: number): SendPage {
  const records = found.slice(0, limit);
  const last = found.length > limit ? records.at(-1) : undefined;
  return { records, cursor: last && `${last.createdAt}:${last.requestId}` };
}

/** @throws {ValidationError} where a cursor comes from elsewhere */
export function placeOf(cursor: string | undefined): SearchPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, createdAt, requestId] = /^(\d+):(.+)$/s.exec(cursor) ?? [];
  if (createdAt !== undefined && requestId !== undefined) return { createdAt: Number(createdAt), requestId };
  throw new ValidationError('search: the cursor is not one that a search answered', {
    issues: [{ path: 'cursor', message: 'is not one that a search answered' }],
    hint: 'Give the cursor of the page before as it is, or none for the first page.',
  });
}

/** The order of a search: by creation, and by id among those of one moment. */
export function byCreation(one: SearchPlace, other: SearchPlace): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  if (one.requestId === other.requestId) return 0;
  return one.requestId < other.requestId ? -1 : 1;
}

/** Whether every field of the query that is given holds; leaves its cursor and its limit aside. */
export function fits(record: SendRecordBase & { readonly state: string }, query: SendQuery): boolean {
  const { createdFrom = Number.NEGATIVE_INFINITY, createdBefore = Number.POSITIVE_INFINITY } = query;
  return (
    record.account === query.account &&
    isOrAny(query.requestId, record.requestId) &&
    isOrAny(query.recipient, record.recipient) &&
    isOrAny(query.push, record.push) &&
    isOrAny(query.endpoint, record.endpoint) &&
    (query.states?.some((state) => state === record.state) ?? true) &&
    record.createdAt >= createdFrom &&
    record.createdAt < createdBefore
  );
}

function isOrAny(wanted: string | undefined, actual: string | undefined): boolean {
  return wanted === undefined || wanted === actual;
}
