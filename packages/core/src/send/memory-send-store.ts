import { type Clock, systemClock } from '../clock/clock.js';
import { StoreUnavailableError } from '../errors/errors.js';
import { Fences } from './fences.js';
import { AgeLine, type KeptRecord } from './kept-record.js';
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

/** What is kept of one account. Maps of its own: a key of both account and id would be put together anew at every step. */
interface AccountRecords {
  readonly byRequestId: Map<string, KeptRecord>;
  /** Sent records by the platform's id. */
  readonly byMsgid: Map<string, KeptRecord>;
}

/** Records of one process; a restart forgets them. For tests, scripts, and where another layer remembers. */
export class MemorySendStore implements SendStore {
  readonly #clock: Clock;
  readonly #retentionMs: number;
  readonly #maxRecords: number;
  readonly #accounts = new Map<string, AccountRecords>();
  /** Sent and failed records in the order of their settling: the order in which they are forgotten. */
  readonly #settled = new AgeLine();
  /** The others, which are few: whoever looks for them looks at no other. */
  readonly #open = new AgeLine();
  #size = 0;
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
    const kept = this.#find(request);
    if (kept === undefined) this.#makeRoom();
    const outcome = claimRecord(kept?.record, request, now, (previous) => this.#fences.next(previous, now));
    if (outcome.record !== undefined) this.#put(kept, outcome.record);
    return outcome.answer;
  }

  async begin(lease: SendLease, leaseMs: number): Promise<boolean> {
    return this.#change(lease, (held, now) => beginRecord(held, leaseMs, now));
  }

  async defer(lease: SendLease, leaseMs: number, fate: AttemptFate): Promise<boolean> {
    return this.#change(lease, (held, now) => deferRecord(held, leaseMs, fate, now));
  }

  async release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    const kept = this.#find(lease);
    if (kept === undefined || !holds(kept.record, lease)) return;
    const freed = releaseRecord(kept.record, fate, this.#clock.now());
    if (freed === undefined) this.#remove(kept);
    else this.#put(kept, freed);
  }

  async settle(request: SettleRequest): Promise<boolean> {
    const kept = this.#find(request.lease);
    const outcome = settleRecord(kept?.record, request, this.#clock.now());
    if (outcome.record !== undefined) this.#put(kept, outcome.record);
    return outcome.stands;
  }

  async find(key: SendKey): Promise<SendRecord | undefined> {
    const kept = this.#find(key);
    return kept === undefined ? undefined : toSendRecord(kept.record);
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
    const kept = this.#find(key);
    if (kept?.record.state !== 'unknown') return false;
    this.#put(kept, end(kept.record, settlement, this.#clock.now()));
    return true;
  }

  async findByMsgid(account: string, msgid: string): Promise<SentRecord | undefined> {
    const kept = this.#accounts.get(account)?.byMsgid.get(msgid);
    const record = kept && toSendRecord(kept.record);
    return isSent(record) ? record : undefined;
  }

  async noteDelivery(key: SendKey, msgid: string, delivery: SendDelivery): Promise<boolean> {
    const kept = this.#find(key);
    const after = deliverRecord(kept?.record, msgid, delivery);
    if (kept === undefined || after === undefined) return false;
    // In the place of the record before: what a callback says does not make it younger.
    kept.record = after;
    return true;
  }

  async search(query: SendQuery): Promise<SendPage> {
    const place = placeOf(query.cursor);
    const found: StoredRecord[] = [];
    for (const { record } of this.#recordsOf(query.account)) {
      const isAhead = place === undefined || byCreation(record, place) > 0;
      if (isAhead && fits(record, query)) found.push(record);
    }
    const page = found.sort(byCreation).slice(0, query.limit + 1);
    return pageOf(page.map(toSendRecord), query.limit);
  }

  async count(account: string): Promise<Record<SendState, number>> {
    const counts = { pending: 0, sent: 0, failed: 0, unknown: 0 };
    for (const { record } of this.#recordsOf(account)) counts[record.state] += 1;
    return counts;
  }

  async clean(account: string): Promise<number> {
    return this.#forgetOld(this.#clock.now(), account);
  }

  /** Forgets everything. */
  async close(): Promise<void> {
    this.#accounts.clear();
    this.#settled.clear();
    this.#open.clear();
    this.#size = 0;
  }

  #change(lease: SendLease, change: (held: StoredRecord, now: number) => StoredRecord): boolean {
    const kept = this.#find(lease);
    if (kept === undefined || !holds(kept.record, lease)) return false;
    this.#put(kept, change(kept.record, this.#clock.now()));
    return true;
  }

  #find({ account, requestId }: SendKey): KeptRecord | undefined {
    return this.#accounts.get(account)?.byRequestId.get(requestId);
  }

  #recordsOf(account: string): Iterable<KeptRecord> {
    return this.#accounts.get(account)?.byRequestId.values() ?? [];
  }

  /** @param before what was kept of the same message */
  #put(before: KeptRecord | undefined, record: StoredRecord): void {
    const kept = before ?? this.#add(record);
    // Taken out first: it goes to the end of the order in which records are forgotten.
    if (before !== undefined) this.#lineOf(before.record).leave(before);
    kept.record = record;
    this.#lineOf(record).join(kept);
    const msgid = record.result?.msgid;
    if (msgid !== undefined) this.#accountOf(record.account).byMsgid.set(msgid, kept);
  }

  #add(record: StoredRecord): KeptRecord {
    const kept = { record, older: undefined, younger: undefined };
    this.#accountOf(record.account).byRequestId.set(record.requestId, kept);
    this.#size += 1;
    return kept;
  }

  #remove(kept: KeptRecord): void {
    const { account, requestId } = kept.record;
    this.#lineOf(kept.record).leave(kept);
    const records = this.#accounts.get(account);
    if (!records?.byRequestId.delete(requestId)) return;
    this.#size -= 1;
    if (records.byRequestId.size === 0) this.#accounts.delete(account);
  }

  #lineOf({ state }: StoredRecord): AgeLine {
    return state === 'sent' || state === 'failed' ? this.#settled : this.#open;
  }

  #accountOf(account: string): AccountRecords {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const fresh = { byRequestId: new Map<string, KeptRecord>(), byMsgid: new Map<string, KeptRecord>() };
    this.#accounts.set(account, fresh);
    return fresh;
  }

  #openOf(account: string): StoredRecord[] {
    return [...this.#open.records()].filter((record) => record.account === account);
  }

  /** Answers how many there were. @param account only its records; without it, everybody's */
  #forgetOld(now: number, account?: string): number {
    const before = this.#size;
    for (let kept = this.#settled.oldest; kept !== undefined; ) {
      const { record, younger } = kept;
      if (now - record.updatedAt < this.#retentionMs) break;
      if (account === undefined || record.account === account) this.#forget(kept);
      kept = younger;
    }
    return before - this.#size;
  }

  #makeRoom(): void {
    if (this.#size < this.#maxRecords) return;
    const { oldest } = this.#settled;
    if (oldest === undefined) throw memoryFull(this.#maxRecords);
    this.#forget(oldest);
  }

  #forget(kept: KeptRecord): void {
    this.#remove(kept);
    const { account, result } = kept.record;
    const msgid = result?.msgid;
    if (msgid === undefined) return;
    // Another record may have come by the same id since.
    const byMsgid = this.#accounts.get(account)?.byMsgid;
    if (byMsgid?.get(msgid) === kept) byMsgid.delete(msgid);
  }
}

function memoryFull(maxRecords: number): StoreUnavailableError {
  return new StoreUnavailableError(`send store (memory): all ${maxRecords} records are open, none may go`, {
    store: 'send',
    hint: 'Settle the `unknown` records, raise `maxRecords`, or take SQLite or Redis as `sendStore`.',
  });
}
