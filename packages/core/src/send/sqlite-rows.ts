import type { SendDelivery, SendFailure, SendResult, SendState } from './send-store.js';
import { fromStoredJson, storedResult } from './stored-json.js';
import type { AttemptMark, StoredRecord } from './stored-record.js';

/** A row of `send_record`, as `SELECT *` answers it. */
interface Row {
  readonly account: string;
  readonly request_id: string;
  readonly state: SendState;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly recipient: string | null;
  readonly payload: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly first_attempt_at: number | null;
  readonly attempts: number;
  readonly mark: AttemptMark;
  readonly fence: number;
  readonly lease_until: number;
  readonly result: string | null;
  readonly failure: string | null;
  readonly push: string | null;
  readonly call_group: string | null;
  readonly tenant: string | null;
  readonly delivery: string | null;
  /** Again outside of `result`, for its index. */
  readonly msgid: string | null;
}

/** What a record is born with and keeps; in the order of `fixedParameters`. */
export const fixedColumns = [
  'account',
  'request_id',
  'endpoint',
  'fingerprint',
  'recipient',
  'created_at',
  'push',
  'call_group',
  'tenant',
] as const satisfies readonly (keyof Row)[];

/** In the order of `changingParameters`. */
export const changingColumns = [
  'state',
  'payload',
  'updated_at',
  'first_attempt_at',
  'attempts',
  'mark',
  'fence',
  'lease_until',
  'result',
  'failure',
  'delivery',
  'msgid',
] as const satisfies readonly (keyof Row)[];

type Parameters = (string | number | null)[];

export function fixedParameters(record: StoredRecord): Parameters {
  return [
    record.account,
    record.requestId,
    record.endpoint,
    record.fingerprint,
    record.recipient ?? null,
    record.createdAt,
    record.push ?? null,
    record.group ?? null,
    record.tenant ?? null,
  ];
}

export function changingParameters(record: StoredRecord): Parameters {
  return [
    record.state,
    record.payload ?? null,
    record.updatedAt,
    record.firstAttemptAt ?? null,
    record.attempts,
    record.mark,
    record.fence,
    record.leaseUntil,
    toJson(record.result),
    toJson(record.failure),
    toJson(record.delivery),
    record.result?.msgid ?? null,
  ];
}

/** @param value a row of `send_record` or `undefined` where none was found */
export function toStoredRecord(value: unknown): StoredRecord | undefined {
  if (value === undefined) return undefined;
  // The schema, which only this package writes, guarantees the columns and their types.
  const row = value as Row;
  return {
    account: row.account,
    requestId: row.request_id,
    state: row.state,
    endpoint: row.endpoint,
    fingerprint: row.fingerprint,
    recipient: row.recipient ?? undefined,
    payload: row.payload ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    firstAttemptAt: row.first_attempt_at ?? undefined,
    attempts: row.attempts,
    mark: row.mark,
    fence: row.fence,
    leaseUntil: row.lease_until,
    // Written by changingParameters from exactly these types.
    result: storedResult(row.result, row.msgid ?? undefined) as SendResult | undefined,
    failure: fromStoredJson(row.failure) as SendFailure | undefined,
    delivery: fromStoredJson(row.delivery) as SendDelivery | undefined,
    push: row.push ?? undefined,
    group: row.call_group ?? undefined,
    tenant: row.tenant ?? undefined,
  };
}

function toJson(value: SendResult | SendFailure | SendDelivery | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
