import type { SendDelivery, SendFailure, SendResult, SendState } from '../send-store.js';
import { fromStoredJson, storedResult } from '../stored-json.js';
import type { AttemptMark, StoredRecord } from '../stored-record.js';

/** A record as these databases keep it. */
export interface SqlRecord extends StoredRecord {
  /** Names the transaction that wrote it last: whoever lost the answer to its commit knows its own work again. */
  readonly stamp: string;
}

/** What a record is written as. Numbers are whole and exact. */
export interface RecordRow {
  readonly account: string;
  readonly request_id: string;
  readonly state: SendState;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly recipient: string | null;
  readonly payload: string | null;
  readonly push_id: string | null;
  readonly group_name: string | null;
  readonly tenant: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly first_attempt_at: number | null;
  readonly attempts: number;
  readonly mark: AttemptMark;
  readonly fence: number;
  readonly lease_until: number;
  readonly msgid: string | null;
  readonly result: string | null;
  readonly failure: string | null;
  readonly delivery: string | null;
  readonly stamp: string;
}

export const columns = [
  'account',
  'request_id',
  'state',
  'endpoint',
  'fingerprint',
  'recipient',
  'payload',
  'push_id',
  'group_name',
  'tenant',
  'created_at',
  'updated_at',
  'first_attempt_at',
  'attempts',
  'mark',
  'fence',
  'lease_until',
  'msgid',
  'result',
  'failure',
  'delivery',
  'stamp',
] as const satisfies readonly (keyof RecordRow)[];

/** @throws {TypeError} where a part of the record is no JSON */
export function toRow(record: StoredRecord, stamp: string): RecordRow {
  return {
    account: record.account,
    request_id: record.requestId,
    state: record.state,
    endpoint: record.endpoint,
    fingerprint: record.fingerprint,
    recipient: record.recipient ?? null,
    payload: record.payload ?? null,
    push_id: record.push ?? null,
    group_name: record.group ?? null,
    tenant: record.tenant ?? null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    first_attempt_at: record.firstAttemptAt === undefined ? null : Math.round(record.firstAttemptAt),
    attempts: record.attempts,
    mark: record.mark,
    fence: record.fence,
    lease_until: Math.ceil(record.leaseUntil),
    msgid: record.result?.msgid ?? null,
    result: toJson(record.result),
    failure: toJson(record.failure),
    delivery: toJson(record.delivery),
    stamp,
  };
}

/** @param row as either database answers it: large numbers may come as text, and text as bytes */
export function toRecord(row: Readonly<Record<string, unknown>>): SqlRecord {
  return {
    account: text(row.account),
    requestId: text(row.request_id),
    // Only this package writes the table, from exactly these types.
    state: text(row.state) as SendState,
    endpoint: text(row.endpoint),
    fingerprint: text(row.fingerprint),
    recipient: textOrNone(row.recipient),
    payload: textOrNone(row.payload),
    push: textOrNone(row.push_id),
    group: textOrNone(row.group_name),
    tenant: textOrNone(row.tenant),
    createdAt: exact(row.created_at),
    updatedAt: exact(row.updated_at),
    firstAttemptAt: row.first_attempt_at === null ? undefined : exact(row.first_attempt_at),
    attempts: exact(row.attempts),
    mark: text(row.mark) as AttemptMark,
    fence: exact(row.fence),
    leaseUntil: exact(row.lease_until),
    result: storedResult(textOrNone(row.result), textOrNone(row.msgid)) as SendResult | undefined,
    failure: fromStoredJson(textOrNone(row.failure)) as SendFailure | undefined,
    delivery: fromStoredJson(textOrNone(row.delivery)) as SendDelivery | undefined,
    stamp: text(row.stamp),
  };
}

/** MySQL's columns of exact texts hold bytes. */
function text(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

function textOrNone(value: unknown): string | undefined {
  return value === null ? undefined : text(value);
}

/** @throws {RangeError} where the number is not what the database holds */
export function exact(value: unknown): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${String(value)} is no whole number that can be kept exactly`);
}

function toJson(value: SendResult | SendFailure | SendDelivery | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
