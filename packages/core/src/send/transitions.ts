import type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  SendDelivery,
  SendLabels,
  SendLease,
  Settlement,
  SettleRequest,
} from './send-store.js';
import { isPending, type StoredRecord, toSendRecord } from './stored-record.js';

// The life of a record, free of any storage: record and request in, record and answer out. Memory and SQLite run these
// under their own lock; the Lua files of Redis do the same in their language, and one suite holds all three to it.

export interface ClaimOutcome {
  readonly answer: ClaimAnswer;
  /** To be stored; absent where the claim changed nothing. */
  readonly record?: StoredRecord;
}

/** `nextFence` answers a fence higher than any that this record may have had. */
export function claimRecord(
  existing: StoredRecord | undefined,
  request: ClaimRequest,
  now: number,
  nextFence: (previous: number) => number,
): ClaimOutcome {
  if (existing === undefined) return grant(blankRecord(request, now), undefined, request, now, nextFence(0));
  const refusal = refuse(existing, request, now);
  if (refusal !== undefined) return { answer: refusal };
  const takenOver = {
    attempts: existing.attempts,
    firstAttemptAgeMs: existing.firstAttemptAt === undefined ? undefined : now - existing.firstAttemptAt,
  };
  return grant(existing, takenOver, request, now, nextFence(existing.fence));
}

function refuse(existing: StoredRecord, request: ClaimRequest, now: number): ClaimAnswer | undefined {
  const record = toSendRecord(existing);
  if (existing.fingerprint !== request.fingerprint) return { type: 'conflict', record };
  if (isPending(record)) {
    const leaseRemainingMs = record.leaseUntil - now;
    return leaseRemainingMs > 0 ? { type: 'held', leaseRemainingMs } : undefined;
  }
  return mayReopen(existing, request, now) ? undefined : { type: 'settled', record };
}

function mayReopen(existing: StoredRecord, request: ClaimRequest, now: number): boolean {
  if (existing.state === 'failed') return request.reopenFailed;
  if (existing.state !== 'unknown' || request.reopenUnknown === 'never') return false;
  if (request.reopenUnknown === 'always') return true;
  return (
    existing.firstAttemptAt !== undefined &&
    now - existing.firstAttemptAt < request.reopenUnknown.youngerThanMs
  );
}

function grant(
  before: StoredRecord,
  takenOver: Extract<ClaimAnswer, { type: 'claimed' }>['takenOver'],
  request: ClaimRequest,
  now: number,
  fence: number,
): ClaimOutcome {
  const { begin } = request;
  // One copy, not one for each step: this is made for every message.
  const record: StoredRecord = {
    ...before,
    state: 'pending',
    payload: request.payload,
    failure: undefined,
    fence,
    updatedAt: now,
    leaseUntil: now + request.leaseMs,
    attempts: before.attempts + (begin ? 1 : 0),
    firstAttemptAt: before.firstAttemptAt ?? (begin ? now : undefined),
    // What the former holder announced is no longer anybody's to take back.
    mark: begin ? markOfAttempt(before) : 'none',
  };
  const { account, requestId, attempts, firstAttemptAt } = record;
  const lease = { account, requestId, fence };
  return { record, answer: { type: 'claimed', lease, attempts, firstAttemptAt, takenOver } };
}

type Identity = Pick<
  StoredRecord,
  'account' | 'requestId' | 'endpoint' | 'fingerprint' | 'recipient' | 'payload' | keyof SendLabels
>;

function blankRecord(identity: Identity, now: number): StoredRecord {
  return {
    account: identity.account,
    requestId: identity.requestId,
    endpoint: identity.endpoint,
    fingerprint: identity.fingerprint,
    recipient: identity.recipient,
    payload: identity.payload,
    push: identity.push,
    group: identity.group,
    tenant: identity.tenant,
    state: 'pending',
    createdAt: now,
    updatedAt: now,
    firstAttemptAt: undefined,
    attempts: 0,
    mark: 'none',
    fence: 0,
    leaseUntil: now,
    result: undefined,
    failure: undefined,
    delivery: undefined,
  };
}

function announce(record: StoredRecord, now: number): StoredRecord {
  return {
    ...record,
    attempts: record.attempts + 1,
    firstAttemptAt: record.firstAttemptAt ?? now,
    mark: markOfAttempt(record),
  };
}

function markOfAttempt(before: StoredRecord): StoredRecord['mark'] {
  return before.firstAttemptAt === undefined ? 'first' : 'further';
}

function takeBack(record: StoredRecord, fate: AttemptFate): StoredRecord {
  const uncounted = fate === 'not-left' && record.mark !== 'none' ? 1 : 0;
  const unmarked = fate !== 'open' && record.mark === 'first';
  return {
    ...record,
    attempts: record.attempts - uncounted,
    firstAttemptAt: unmarked ? undefined : record.firstAttemptAt,
    mark: 'none',
  };
}

/** Whether `lease` still holds the record. A lease that ran out holds as long as nobody else has claimed. */
export function holds(
  record: StoredRecord | undefined,
  lease: SendLease,
): record is StoredRecord & { readonly state: 'pending' } {
  return record?.state === 'pending' && record.fence === lease.fence;
}

export function beginRecord(held: StoredRecord, leaseMs: number, now: number): StoredRecord {
  return { ...announce(held, now), updatedAt: now, leaseUntil: now + leaseMs };
}

export function deferRecord(
  held: StoredRecord,
  leaseMs: number,
  fate: AttemptFate,
  now: number,
): StoredRecord {
  return { ...takeBack(held, fate), updatedAt: now, leaseUntil: now + leaseMs };
}

/** Answers `undefined` where nothing is left worth keeping. */
export function releaseRecord(
  held: StoredRecord,
  fate: Exclude<AttemptFate, 'open'>,
  now: number,
): StoredRecord | undefined {
  const freed = { ...takeBack(held, fate), updatedAt: now, leaseUntil: now };
  return freed.attempts === 0 && freed.firstAttemptAt === undefined ? undefined : freed;
}

export interface SettleOutcome {
  readonly stands: boolean;
  /** To be stored; absent where the settlement changed nothing. */
  readonly record?: StoredRecord;
}

export function settleRecord(
  existing: StoredRecord | undefined,
  request: SettleRequest,
  now: number,
): SettleOutcome {
  const { lease, settlement, attempts } = request;
  if (existing === undefined) return { stands: true, record: recall(request, now) };
  if (existing.state === settlement.state && settlement.state === 'sent') return { stands: true };
  if (settlement.state === 'sent' || holds(existing, lease)) {
    const counted = existing.fence === lease.fence ? attempts : Math.max(attempts, existing.attempts);
    return { stands: true, record: end(existing, settlement, now, counted) };
  }
  return { stands: existing.fence === lease.fence && existing.state === settlement.state };
}

/** The record of a holder whose store forgot it. */
function recall({ lease, known, attempts, settlement }: SettleRequest, now: number): StoredRecord {
  const blank = blankRecord({ ...known, account: lease.account, requestId: lease.requestId }, now);
  const { firstAttemptAt } = known;
  const mark = attempts > 1 ? 'none' : 'first';
  return end({ ...blank, attempts, firstAttemptAt, mark, fence: lease.fence }, settlement, now);
}

/** Writes a settlement into a record. @param attempts as the settlement counts them */
export function end(
  record: StoredRecord,
  settlement: Settlement,
  now: number,
  attempts = record.attempts,
): StoredRecord {
  // A refusal takes the mark of its own attempt back; an earlier attempt's stays, as for any other answer.
  const isTakenBack = settlement.state === 'failed' && record.mark === 'first';
  return {
    ...record,
    attempts,
    firstAttemptAt: isTakenBack ? undefined : record.firstAttemptAt,
    state: settlement.state,
    // Only an open question keeps the message's text.
    payload: settlement.state === 'unknown' ? record.payload : undefined,
    mark: 'none',
    updatedAt: now,
    leaseUntil: now,
    result: settlement.state === 'sent' ? settlement.result : undefined,
    failure: settlement.state === 'sent' ? undefined : settlement.failure,
  };
}

/** Answers `undefined` where the record was not sent under this `msgid`. */
export function deliverRecord(
  record: StoredRecord | undefined,
  msgid: string,
  delivery: SendDelivery,
): StoredRecord | undefined {
  if (record?.state !== 'sent' || record.result?.msgid !== msgid) return undefined;
  const isLater = record.delivery === undefined || record.delivery.at <= delivery.at;
  return isLater ? { ...record, delivery } : record;
}
