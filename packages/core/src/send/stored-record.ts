import type {
  SendDelivery,
  SendFailure,
  SendRecord,
  SendRecordBase,
  SendResult,
  SendState,
} from './send-store.js';

/**
 * Whether the latest announced attempt can still be taken back, and what goes with it.
 * - `none`: nothing to take back.
 * - `first`: it set `firstAttemptAt`, which goes with it.
 * - `further`: an earlier attempt, whose fate is open, set `firstAttemptAt`, which stays.
 */
export type AttemptMark = 'none' | 'first' | 'further';

/** A record in any state, with what only a store needs. */
export interface StoredRecord extends SendRecordBase {
  readonly state: SendState;
  readonly payload: string | undefined;
  readonly mark: AttemptMark;
  readonly fence: number;
  readonly leaseUntil: number;
  readonly result: SendResult | undefined;
  readonly failure: SendFailure | undefined;
  readonly delivery: SendDelivery | undefined;
}

/** Stands in where a row was damaged from outside: the state is still worth telling. */
const noFailure: SendFailure = { code: 'UNEXPECTED', message: 'the record does not say why' };

/** What a caller may see of a stored record. */
export function toSendRecord(stored: StoredRecord): SendRecord {
  const base = baseOf(stored);
  const payload = stored.payload ?? '';
  const failure = stored.failure ?? noFailure;
  switch (stored.state) {
    case 'pending':
      return { ...base, state: 'pending', payload, leaseUntil: stored.leaseUntil };
    case 'sent':
      return { ...base, state: 'sent', result: stored.result ?? {}, delivery: stored.delivery };
    case 'failed':
      return { ...base, state: 'failed', failure };
    case 'unknown':
      return { ...base, state: 'unknown', payload, failure };
  }
}

function baseOf(stored: StoredRecord): SendRecordBase {
  return {
    account: stored.account,
    requestId: stored.requestId,
    endpoint: stored.endpoint,
    fingerprint: stored.fingerprint,
    recipient: stored.recipient,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    firstAttemptAt: stored.firstAttemptAt,
    attempts: stored.attempts,
    push: stored.push,
    group: stored.group,
    tenant: stored.tenant,
  };
}

/** Narrows to what `listPending` answers. */
export function isPending(
  record: SendRecord | undefined,
): record is Extract<SendRecord, { state: 'pending' }> {
  return record?.state === 'pending';
}

/** Narrows to what `listUnknown` answers. */
export function isUnknown(
  record: SendRecord | undefined,
): record is Extract<SendRecord, { state: 'unknown' }> {
  return record?.state === 'unknown';
}

/** Narrows to what `findByMsgid` answers. */
export function isSent(record: SendRecord | undefined): record is Extract<SendRecord, { state: 'sent' }> {
  return record?.state === 'sent';
}
