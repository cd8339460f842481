import { type Clock, systemClock } from '../clock/clock.js';
import { isWechatError, type StoreUnavailableError } from '../errors/errors.js';
import { ClaimedRecords } from './claimed-records.js';
import { Fences } from './fences.js';
import { GroupCommit } from './group-commit.js';
import { daysMs, positiveOption, type Retention, retentionOf } from './retention.js';
import { pageOf } from './search-query.js';
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
import { openSqlite, type SqliteFileOptions } from './sqlite-database.js';
import { SqliteRecords } from './sqlite-records.js';
import { type StoreOperation, sendStoreUnavailable } from './store-errors.js';
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

export interface SqliteSendStoreOptions {
  /** Path of the database; made where it does not exist, with its folder. On a local disk: SQLite's locks need one. */
  readonly file: string;
  /**
   * `NORMAL` survives the death of any process, but a power cut may take the latest moments. `FULL` survives that too,
   * at one disk flush per step.
   * @default 'NORMAL'
   */
  readonly synchronous?: 'NORMAL' | 'FULL' | undefined;
  /** Longest wait for another process that writes; the event loop stands still meanwhile. @default 5000 */
  readonly busyTimeoutMs?: number | undefined;
  /** How long a sent or failed message is remembered. @default 7 days */
  readonly retentionMs?: number | undefined;
  /** How long a pending or unknown message is remembered after its last change. @default 30 days */
  readonly openRetentionMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

interface Opened {
  readonly records: SqliteRecords;
  readonly group: GroupCommit;
}

/** Old records go in small portions beside a claim, so that no claim waits long. */
const claimsPerCleaning = 256;

/**
 * Records in one SQLite file, shared by the processes of one host. Needs the package `libsql`.
 * The file is opened by the first call.
 */
export class SqliteSendStore implements SendStore {
  readonly #options: SqliteFileOptions;
  readonly #retention: Retention;
  readonly #clock: Clock;
  readonly #fences = new Fences();
  readonly #claimed = new ClaimedRecords();
  #opening: Promise<Opened> | undefined;
  #closed = false;
  #claims = 0;

  /** @throws {ConfigError} where a duration is not positive */
  constructor(options: SqliteSendStoreOptions) {
    const { file, synchronous = 'NORMAL', busyTimeoutMs = 5000, clock = systemClock } = options;
    this.#options = {
      file,
      synchronous,
      busyTimeoutMs: positiveOption('sendStore.busyTimeoutMs', busyTimeoutMs),
    };
    this.#retention = retentionOf(options, { retentionMs: daysMs(7), openRetentionMs: daysMs(30) });
    this.#clock = clock;
  }

  claim(request: ClaimRequest): Promise<ClaimAnswer> {
    return this.#write('claim', request, (records, now) => {
      if (this.#claims++ % claimsPerCleaning === 0) this.#clean(records, request.account, now);
      const existing = records.find(request);
      const outcome = claimRecord(existing, request, now, (previous) => this.#fences.next(previous, now));
      if (outcome.record === undefined) return outcome.answer;
      put(records, existing, outcome.record);
      this.#claimed.remember(outcome.record);
      return outcome.answer;
    });
  }

  begin(lease: SendLease, leaseMs: number): Promise<boolean> {
    return this.#change('begin', lease, (held, now) => beginRecord(held, leaseMs, now));
  }

  defer(lease: SendLease, leaseMs: number, fate: AttemptFate): Promise<boolean> {
    return this.#change('defer', lease, (held, now) => deferRecord(held, leaseMs, fate, now));
  }

  release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    return this.#write('release', lease, (records, now) => {
      this.#claimed.take(lease);
      const held = records.find(lease);
      if (!holds(held, lease)) return;
      const freed = releaseRecord(held, fate, now);
      if (freed === undefined) records.remove(lease);
      else records.update(freed);
    });
  }

  settle(request: SettleRequest): Promise<boolean> {
    return this.#write('settle', request.lease, (records, now) => {
      if (settledAsClaimed(records, this.#claimed.take(request.lease), request, now)) return true;
      const existing = records.find(request.lease);
      const outcome = settleRecord(existing, request, now);
      if (outcome.record !== undefined) put(records, existing, outcome.record);
      return outcome.stands;
    });
  }

  find(key: SendKey): Promise<SendRecord | undefined> {
    return this.#read('find', key, (records) => {
      const stored = records.find(key);
      return stored === undefined ? undefined : toSendRecord(stored);
    });
  }

  listPending({ account, limit }: PendingQuery): Promise<readonly PendingRecord[]> {
    return this.#read('listPending', {}, (records) =>
      records.abandoned(account, this.#clock.now(), limit).map(toSendRecord).filter(isPending),
    );
  }

  listUnknown({ account, limit, cursor = '0' }: UnknownQuery): Promise<UnknownPage> {
    return this.#read('listUnknown', {}, (records) => {
      const page = records.unknown(account, Number(cursor), limit);
      return {
        records: page.map(toSendRecord).filter(isUnknown),
        cursor: page.length < limit ? undefined : page.at(-1)?.fence.toString(),
      };
    });
  }

  resolveUnknown(key: SendKey, settlement: Exclude<Settlement, { state: 'unknown' }>): Promise<boolean> {
    return this.#write('resolveUnknown', key, (records, now) => {
      const existing = records.find(key);
      if (existing?.state !== 'unknown') return false;
      records.update(end(existing, settlement, now));
      return true;
    });
  }

  findByMsgid(account: string, msgid: string): Promise<SentRecord | undefined> {
    return this.#read('findByMsgid', {}, (records) => {
      const stored = records.byMsgid(account, msgid);
      const record = stored && toSendRecord(stored);
      return isSent(record) ? record : undefined;
    });
  }

  noteDelivery(key: SendKey, msgid: string, delivery: SendDelivery): Promise<boolean> {
    return this.#write('noteDelivery', key, (records) => {
      const existing = records.find(key);
      const delivered = deliverRecord(existing, msgid, delivery);
      if (delivered !== undefined && delivered !== existing) records.update(delivered);
      return delivered !== undefined;
    });
  }

  search(query: SendQuery): Promise<SendPage> {
    return this.#read('search', query, (records) =>
      pageOf(records.search(query).map(toSendRecord), query.limit),
    );
  }

  async clean(account: string): Promise<number> {
    let removed = 0;
    for (;;) {
      const portion = await this.#write('clean', {}, (records, now) => this.#clean(records, account, now));
      removed += portion;
      if (portion === 0) return removed;
      // Between portions other calls, and other processes, get their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  count(account: string): Promise<Record<SendState, number>> {
    return this.#read('count', {}, (records) => records.count(account));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = await this.#opening?.catch(() => undefined);
    // What was asked for before is done before.
    opened?.group.flush();
    opened?.records.close();
    this.#opening = undefined;
  }

  #change(
    name: string,
    lease: SendLease,
    change: (held: StoredRecord, now: number) => StoredRecord,
  ): Promise<boolean> {
    return this.#write(name, lease, (records, now) => {
      this.#claimed.take(lease);
      const held = records.find(lease);
      if (!holds(held, lease)) return false;
      records.update(change(held, now));
      return true;
    });
  }

  /** Removes a portion of what is past its retention; answers how many that were. */
  #clean(records: SqliteRecords, account: string, now: number): number {
    const { retentionMs, openRetentionMs } = this.#retention;
    const limit = 2 * claimsPerCleaning;
    let removed = 0;
    for (const state of ['sent', 'failed'] as const) {
      removed += records.forget(account, state, now - retentionMs, limit);
    }
    for (const state of ['pending', 'unknown'] as const) {
      removed += records.forget(account, state, now - openRetentionMs, limit);
    }
    return removed;
  }

  #write<Answer>(
    name: string,
    { requestId }: { readonly requestId?: string | undefined },
    step: (records: SqliteRecords, now: number) => Answer,
  ): Promise<Answer> {
    return this.#asked(name, requestId, async () => {
      const { records, group } = await this.#open();
      // The moment is read under the lock: steps of all processes then see it in the order in which they happen.
      return group.run(() => step(records, this.#clock.now()));
    });
  }

  #read<Answer>(
    name: string,
    { requestId }: { readonly requestId?: string | undefined },
    step: (records: SqliteRecords) => Answer,
  ): Promise<Answer> {
    return this.#asked(name, requestId, async () => step((await this.#open()).records));
  }

  async #asked<Answer>(
    name: string,
    requestId: string | undefined,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (isWechatError(error)) throw error;
      throw this.#unavailable({ name, requestId }, error);
    }
  }

  #open(): Promise<Opened> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    this.#opening ??= openSqlite(this.#options)
      .then((database) => {
        const records = new SqliteRecords(database);
        return { records, group: new GroupCommit((steps) => records.atomically(steps)) };
      })
      .catch((error: unknown) => {
        // What stood in the way may be gone by the next call.
        this.#opening = undefined;
        throw error;
      });
    return this.#opening;
  }

  #unavailable(operation: StoreOperation, cause: unknown): StoreUnavailableError {
    return sendStoreUnavailable('SQLite', operation, cause, hintFor(cause, this.#options));
  }
}

function put(records: SqliteRecords, before: StoredRecord | undefined, after: StoredRecord): void {
  if (before === undefined) records.insert(after);
  else records.update(after);
}

/** Answers `false` where that can only be known from the record itself. */
function settledAsClaimed(
  records: SqliteRecords,
  claimed: StoredRecord | undefined,
  request: SettleRequest,
  now: number,
): boolean {
  if (claimed === undefined) return false;
  const { record } = settleRecord(claimed, request, now);
  return record !== undefined && records.updateClaimed(claimed, record);
}

function hintFor(cause: unknown, { file, busyTimeoutMs }: SqliteFileOptions): string {
  const code: unknown = Reflect.get(Object(cause), 'code');
  if (code === 'SQLITE_BUSY') {
    return `Another program held "${file}" for over ${busyTimeoutMs} ms: close it, or raise \`busyTimeoutMs\`.`;
  }
  return `Check that "${file}" is on a local disk with room, and that this process may write it.`;
}
