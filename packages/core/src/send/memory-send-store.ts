import { type Clock, systemClock } from '../clock/clock.js';
import { StoreUnavailableError } from '../errors/errors.js';
import { Fences } from './fences.js';
import { AgeLine, type KeptRecord } from './kept-record.js';
import { keyText } from './key-text.js';
import { positiveOption } from './retention.js';
import { byCreation, fits, pageOf, placeOf } from './search-query.js';
import type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  PendingQuery,
  PendingRecord,
  SendDelivery,
  SendKey,
  SendLease,
  SendPage,
  SendQuery,
  SendRecord,
  SendState,
  SendStore,
  SentRecord,
  Settlement,
  SettleRequest,
  UnknownPage,
  UnknownQuery,
} from './send-store.js';
import { isPending, isSent, isUnknown, type StoredRecord, toSendRecord } from './stored-record.js';
import {
  beginRecord,
  claimRecord,
  deferRecord,
  deliverRecord,
  end,
  holds,
  releaseRecord,
  settleRecord,
} from './transitions.js';

export interface MemorySendStoreOptions {
  readonly clock?: Clock | undefined;
  /** How long a sent or failed message is remembered. @default as long as there is room */
  readonly retentionMs?: number | undefined;
  /** Beyond it the oldest settled records are forgotten; open ones never are. @default 1_000_000 */
  readonly maxRecords?: number | undefined;
}

/** Records of one process; a restart forgets them. For tests, scripts, and where another layer remembers. */
export class MemorySendStore implements SendStore {
  readonly #clock: Clock;
  readonly #retentionMs: number;
  readonly #maxRecords: number;
  readonly #records = new Map<string, KeptRecord>();
  /** Sent and failed records in the order of their settling: the order in which they are forgotten. */
  readonly #settled = new AgeLine();
  /** The others, which are few: whoever looks for them looks at no other. */
  readonly #open = new Map<string, StoredRecord>();
  /** Keys of sent records by the platform's id. */
  readonly #byMsgid = new Map<string, string>();
  readonly #fences = new Fences();

  /** @throws {ConfigError} where a limit is not a positive number */
  constructor(options: MemorySendStoreOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#retentionMs = positiveOption(
      'sendStore.retentionMs',
      options.retentionMs ?? Number.POSITIVE_INFINITY,
    );
    this.#maxRecords = positiveOption('sendStore.maxRecords', options.maxRecords ?? 1_000_000);
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const now = this.#clock.now();
    this.#forgetOld(now);
    const existing = this.#recordOf(request);
    if (existing === undefined) this.#makeRoom();
    const outcome = claimRecord(existing, request, now, (previous) => this.#fences.next(previous, now));
    if (outcome.record !== undefined) this.#put(outcome.record);
    return outcome.answer;
  }

  async begin(lease: SendLease, leaseMs: number): Promise<boolean> {
    return this.#change(lease, (held, now) => beginRecord(held, leaseMs, now));
  }

  async defer(lease: SendLease, leaseMs: number, fate: AttemptFate): Promise<boolean> {
    return this.#change(lease, (held, now) => deferRecord(held, leaseMs, fate, now));
  }

  async release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    const held = this.#recordOf(lease);
    if (!holds(held, lease)) return;
    const freed = releaseRecord(held, fate, this.#clock.now());
    if (freed === undefined) this.#remove(keyText(lease));
    else this.#put(freed);
  }

  async settle(request: SettleRequest): Promise<boolean> {
    const existing = this.#recordOf(request.lease);
    const outcome = settleRecord(existing, request, this.#clock.now());
    if (outcome.record !== undefined) this.#put(outcome.record);
    return outcome.stands;
  }

  async find(key: SendKey): Promise<SendRecord | undefined> {
    const stored = this.#recordOf(key);
    return stored === undefined ? undefined : toSendRecord(stored);
  }

  async listPending(query: PendingQuery): Promise<readonly PendingRecord[]> {
    const now = this.#clock.now();
    return this.#openOf(query.account)
      .filter(({ state, leaseUntil }) => state === 'pending' && leaseUntil <= now)
      .sort((one, other) => one.leaseUntil - other.leaseUntil)
      .slice(0, query.limit)
      .map(toSendRecord)
      .filter(isPending);
  }

  async listUnknown({ account, limit, cursor = '0' }: UnknownQuery): Promise<UnknownPage> {
    const page = this.#openOf(account)
      .filter(({ state, fence }) => state === 'unknown' && fence > Number(cursor))
      .sort((one, other) => one.fence - other.fence)
      .slice(0, limit);
    const records = page.map(toSendRecord).filter(isUnknown);
    return { records, cursor: page.length < limit ? undefined : page.at(-1)?.fence.toString() };
  }

  async resolveUnknown(
    key: SendKey,
    settlement: Exclude<Settlement, { state: 'unknown' }>,
  ): Promise<boolean> {
    const existing = this.#recordOf(key);
    if (existing?.state !== 'unknown') return false;
    this.#put(end(existing, settlement, this.#clock.now()));
    return true;
  }

  async findByMsgid(account: string, msgid: string): Promise<SentRecord | undefined> {
    const kept = this.#records.get(this.#byMsgid.get(msgidKeyOf(account, msgid)) ?? '');
    const record = kept && toSendRecord(kept.record);
    return isSent(record) ? record : undefined;
  }

  async noteDelivery(key: SendKey, msgid: string, delivery: SendDelivery): Promise<boolean> {
    const kept = this.#records.get(keyText(key));
    const after = deliverRecord(kept?.record, msgid, delivery);
    if (kept === undefined || after === undefined) return false;
    // In the place of the record before: what a callback says does not make it younger.
    kept.record = after;
    return true;
  }

  async search(query: SendQuery): Promise<SendPage> {
    const place = placeOf(query.cursor);
    const found: StoredRecord[] = [];
    for (const { record } of this.#records.values()) {
      const isAhead = place === undefined || byCreation(record, place) > 0;
      if (isAhead && fits(record, query)) found.push(record);
    }
    const page = found.sort(byCreation).slice(0, query.limit + 1);
    return pageOf(page.map(toSendRecord), query.limit);
  }

  async count(account: string): Promise<Record<SendState, number>> {
    const counts = { pending: 0, sent: 0, failed: 0, unknown: 0 };
    for (const { record } of this.#records.values()) {
      if (record.account === account) counts[record.state] += 1;
    }
    return counts;
  }

  async clean(account: string): Promise<number> {
    return this.#forgetOld(this.#clock.now(), account);
  }

  /** Forgets everything. */
  async close(): Promise<void> {
    this.#records.clear();
    this.#settled.clear();
    this.#open.clear();
    this.#byMsgid.clear();
  }

  #change(lease: SendLease, change: (held: StoredRecord, now: number) => StoredRecord): boolean {
    const held = this.#recordOf(lease);
    if (!holds(held, lease)) return false;
    this.#put(change(held, this.#clock.now()));
    return true;
  }

  #recordOf(key: SendKey): StoredRecord | undefined {
    return this.#records.get(keyText(key))?.record;
  }

  #put(record: StoredRecord): void {
    const key = keyText(record);
    const kept = this.#records.get(key) ?? { record, older: undefined, younger: undefined };
    // Taken out first: it goes to the end of the order in which records are forgotten.
    if (this.#records.has(key)) this.#leave(key, kept);
    else this.#records.set(key, kept);
    kept.record = record;
    if (isSettled(record)) this.#settled.join(kept);
    else this.#open.set(key, record);
    const msgid = record.result?.msgid;
    if (msgid !== undefined) this.#byMsgid.set(msgidKeyOf(record.account, msgid), key);
  }

  #remove(key: string): void {
    const kept = this.#records.get(key);
    if (kept === undefined) return;
    this.#leave(key, kept);
    this.#records.delete(key);
  }

  #leave(key: string, kept: KeptRecord): void {
    if (isSettled(kept.record)) this.#settled.leave(kept);
    else this.#open.delete(key);
  }

  #openOf(account: string): StoredRecord[] {
    return [...this.#open.values()].filter((record) => record.account === account);
  }

  /** Answers how many there were. @param account only its records; without it, everybody's */
  #forgetOld(now: number, account?: string): number {
    const before = this.#records.size;
    for (let kept = this.#settled.oldest; kept !== undefined; ) {
      const { record, younger } = kept;
      if (now - record.updatedAt < this.#retentionMs) break;
      if (account === undefined || record.account === account) this.#forget(record);
      kept = younger;
    }
    return before - this.#records.size;
  }

  #makeRoom(): void {
    if (this.#records.size < this.#maxRecords) return;
    const { oldest } = this.#settled;
    if (oldest === undefined) throw memoryFull(this.#maxRecords);
    this.#forget(oldest.record);
  }

  #forget(record: StoredRecord): void {
    const key = keyText(record);
    this.#remove(key);
    const { msgid } = record.result ?? {};
    if (msgid === undefined) return;
    // Another record may have come by the same id since.
    const msgidKey = msgidKeyOf(record.account, msgid);
    if (this.#byMsgid.get(msgidKey) === key) this.#byMsgid.delete(msgidKey);
  }
}

function msgidKeyOf(account: string, msgid: string): string {
  return `${account}\n${msgid}`;
}

function isSettled({ state }: StoredRecord): boolean {
  return state === 'sent' || state === 'failed';
}

function memoryFull(maxRecords: number): StoreUnavailableError {
  return new StoreUnavailableError(`send store (memory): all ${maxRecords} records are open, none may go`, {
    store: 'send',
    hint: 'Settle the `unknown` records, raise `maxRecords`, or take SQLite or Redis as `sendStore`.',
  });
}
