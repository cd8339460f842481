import type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  SendDelivery,
  SendKey,
  SendLease,
  Settlement,
  SettleRequest,
} from '../send-store.js';
import type { StoredRecord } from '../stored-record.js';
import {
  beginRecord,
  claimRecord,
  deferRecord,
  deliverRecord,
  end,
  holds,
  releaseRecord,
  settleRecord,
} from '../transitions.js';
import { type ClaimDoubt, isOfDoubt } from './claim-doubts.js';
import type { SqlRecord } from './sql-rows.js';

/** What a step may know of the world. */
export interface StepScene {
  /** The database's clock, under the locks. */
  readonly nowMs: number;
  nextFence(previous: number): number;
}

export interface StepOutcome<Answer> {
  readonly answer: Answer;
  /** To be stored; absent where nothing changes, `'remove'` where nothing is left worth keeping. */
  readonly record?: StoredRecord | 'remove';
}

/** One atomic change of one record. Several go in one transaction, and may be applied again where that fails. */
export interface Step<Answer> {
  readonly name: string;
  readonly key: SendKey;
  /** About what it adds to a statement. */
  readonly bytes: number;
  apply(existing: SqlRecord | undefined, scene: StepScene): StepOutcome<Answer>;
}

/** @param doubt of an earlier claim on this key by this process, whose fate is not known */
export function claimStep(request: ClaimRequest, doubt: ClaimDoubt | undefined): Step<ClaimAnswer> {
  return {
    name: 'claim',
    key: request,
    bytes: 3 * request.payload.length,
    apply: (existing, { nowMs, nextFence }) =>
      doubt !== undefined && isOfDoubt(existing, doubt) && existing.fingerprint === request.fingerprint
        ? reclaim(existing, request, doubt, nowMs)
        : claimRecord(existing, request, nowMs, nextFence),
  };
}

/** The claim that was thought lost has worked: whoever asks again holds the record already. */
function reclaim(
  own: SqlRecord,
  request: ClaimRequest,
  { takenOver }: ClaimDoubt,
  nowMs: number,
): StepOutcome<ClaimAnswer> {
  // Its caller heard of an error, so the attempt that it may have announced never left.
  const idle = deferRecord(own, request.leaseMs, 'not-left', nowMs);
  const record = request.begin ? beginRecord(idle, request.leaseMs, nowMs) : idle;
  const { account, requestId, attempts, firstAttemptAt, fence } = record;
  const lease = { account, requestId, fence };
  return { record, answer: { type: 'claimed', lease, attempts, firstAttemptAt, takenOver } };
}

export function beginStep(lease: SendLease, leaseMs: number): Step<boolean> {
  return changeStep('begin', lease, (held, nowMs) => beginRecord(held, leaseMs, nowMs));
}

export function deferStep(lease: SendLease, leaseMs: number, fate: AttemptFate): Step<boolean> {
  return changeStep('defer', lease, (held, nowMs) => deferRecord(held, leaseMs, fate, nowMs));
}

function changeStep(
  name: string,
  lease: SendLease,
  change: (held: StoredRecord, nowMs: number) => StoredRecord,
): Step<boolean> {
  return {
    name,
    key: lease,
    bytes: 0,
    apply: (existing, { nowMs }) =>
      holds(existing, lease) ? { answer: true, record: change(existing, nowMs) } : { answer: false },
  };
}

export function releaseStep(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Step<void> {
  return {
    name: 'release',
    key: lease,
    bytes: 0,
    apply: (existing, { nowMs }) => {
      if (!holds(existing, lease)) return { answer: undefined };
      return { answer: undefined, record: releaseRecord(existing, fate, nowMs) ?? 'remove' };
    },
  };
}

export function settleStep(request: SettleRequest): Step<boolean> {
  return {
    name: 'settle',
    key: request.lease,
    bytes: 0,
    apply: (existing, { nowMs }) => {
      const { stands, record } = settleRecord(existing, request, nowMs);
      return record === undefined ? { answer: stands } : { answer: stands, record };
    },
  };
}

export function resolveStep(
  key: SendKey,
  settlement: Exclude<Settlement, { state: 'unknown' }>,
): Step<boolean> {
  return {
    name: 'resolveUnknown',
    key,
    bytes: 0,
    apply: (existing, { nowMs }) =>
      existing?.state === 'unknown'
        ? { answer: true, record: end(existing, settlement, nowMs) }
        : { answer: false },
  };
}

export function deliveryStep(key: SendKey, msgid: string, delivery: SendDelivery): Step<boolean> {
  return {
    name: 'noteDelivery',
    key,
    bytes: 0,
    apply: (existing) => {
      const record = deliverRecord(existing, msgid, delivery);
      if (record === undefined) return { answer: false };
      return record === existing ? { answer: true } : { answer: true, record };
    },
  };
}
