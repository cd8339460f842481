import type {
  ClaimAnswer,
  SendDelivery,
  SendFailure,
  SendKey,
  SendRecord,
  SendResult,
  SendState,
} from './send-store.js';
import { fromStoredJson } from './stored-json.js';
import { type AttemptMark, type StoredRecord, toSendRecord } from './stored-record.js';

// What the Lua files answer and hold, as types. Their headers are the reference for positions and letters.

const stateOfLetter: Readonly<Record<string, SendState>> = {
  p: 'pending',
  s: 'sent',
  f: 'failed',
  u: 'unknown',
};
const marks: readonly AttemptMark[] = ['none', 'further', 'first'];

/** What each answer tells of the account beside its own matter. */
export interface MemoryNews {
  readonly epoch: string;
  /** When a loss of records was noticed that nobody has accepted yet. */
  readonly lostAt: number | undefined;
}

export function toLetter(state: SendState): string {
  return state.charAt(0);
}

export function readNews(epoch: unknown, lostAt: unknown): MemoryNews {
  return { epoch: String(epoch), lostAt: optionalNumber(lostAt) };
}

export function readClaim(answer: unknown, key: SendKey): ClaimAnswer {
  const [type, ...rest] = toArray(answer);
  switch (type) {
    case 'claimed':
      return grantOf(rest, key);
    case 'held':
      return { type, leaseRemainingMs: Number(rest[0]) };
    case 'conflict':
      return { type, record: recordOf(rest[0], key) };
    case 'settled':
      return settledOf(recordOf(rest[0], key));
    case 'memory-lost':
      return { type, lostAt: Number(rest[0]) };
    default:
      throw new Error(`unexpected answer ${String(type)}`);
  }
}

function grantOf(fields: readonly unknown[], { account, requestId }: SendKey): ClaimAnswer {
  const [fence, attempts, firstAttemptAt, takenOver, attemptsBefore, age] = fields;
  return {
    type: 'claimed',
    lease: { account, requestId, fence: Number(fence) },
    attempts: Number(attempts),
    firstAttemptAt: optionalNumber(firstAttemptAt),
    takenOver:
      takenOver === '1'
        ? { attempts: Number(attemptsBefore), firstAttemptAgeMs: optionalNumber(age) }
        : undefined,
  };
}

function settledOf(record: SendRecord): ClaimAnswer {
  if (record.state === 'pending') throw new Error('a pending record was called settled');
  return { type: 'settled', record };
}

function recordOf(flat: unknown, key: SendKey): SendRecord {
  const stored = readRecord(flat, key);
  if (stored === undefined) throw new Error('a record was announced and is empty');
  return toSendRecord(stored);
}

/** Answers `undefined` for an empty hash: there is no such record. */
export function readRecord(flat: unknown, { account, requestId }: SendKey): StoredRecord | undefined {
  const fields = toFields(toArray(flat));
  const state = stateOfLetter[fields.get('s') ?? ''];
  if (state === undefined) return undefined;
  return {
    account,
    requestId,
    state,
    endpoint: fields.get('e') ?? '',
    fingerprint: fields.get('h') ?? '',
    recipient: fields.get('r'),
    payload: fields.get('p'),
    createdAt: Number(fields.get('c')),
    updatedAt: Number(fields.get('t')),
    firstAttemptAt: optionalNumber(fields.get('b')),
    attempts: Number(fields.get('a')),
    mark: marks[Number(fields.get('k') ?? 0)] ?? 'none',
    fence: Number(fields.get('f')),
    leaseUntil: Number(fields.get('l') ?? 0),
    result: state === 'sent' ? resultOf(fields) : undefined,
    // Written by the store from exactly this type.
    failure: fromStoredJson(fields.get('x')) as SendFailure | undefined,
    delivery: fromStoredJson(fields.get('v')) as SendDelivery | undefined,
    push: fields.get('q'),
    group: fields.get('g'),
    tenant: fields.get('n'),
  };
}

function resultOf(fields: ReadonlyMap<string, string>): SendResult {
  const msgid = fields.get('m');
  const details = fromStoredJson(fields.get('d')) as Record<string, unknown> | undefined;
  return { ...(msgid === undefined ? {} : { msgid }), ...(details === undefined ? {} : { details }) };
}

function toFields(flat: readonly unknown[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let name = 0; name + 1 < flat.length; name += 2)
    fields.set(String(flat[name]), String(flat[name + 1]));
  return fields;
}

export function toArray(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  throw new Error(`expected a list, got ${typeof answer}`);
}

function optionalNumber(value: unknown): number | undefined {
  return value === undefined || value === null || value === '' ? undefined : Number(value);
}
