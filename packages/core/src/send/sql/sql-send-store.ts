import { isWechatError } from '../../errors/errors.js';
import { pageOf, placeOf } from '../search-query.js';
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
} from '../send-store.js';
import { type StoreOperation, sendStoreUnavailable } from '../store-errors.js';
import { isPending, isSent, isUnknown, toSendRecord } from '../stored-record.js';
import { type ClaimDoubt, ClaimDoubts } from './claim-doubts.js';
import { Cleaning } from './cleaning.js';
import { cursorOf, readCursor } from './cursor.js';
import type { SqlDatabase, SqlDialect } from './sql-database.js';
import { hintFor } from './sql-hints.js';
import type { SqlSettings } from './sql-options.js';
import {
  beginStep,
  claimStep,
  deferStep,
  deliveryStep,
  releaseStep,
  resolveStep,
  type Step,
  settleStep,
} from './step.js';
import { DoubtfulStep, StepBatches } from './step-batch.js';
import { StepLanes } from './step-lanes.js';

/** More of them would only make each transaction smaller; one connection is left for looking things up. */
function lanesOf({ poolSize }: SqlSettings): number {
  return Math.max(1, Math.min(2, poolSize - 1));
}

/**
 * Records in a table of a database, shared by any number of processes. Steps that are asked for at once go together in
 * one transaction. Opened by the first call; every moment is the database's.
 */
export class SqlSendStore implements SendStore {
  readonly #dialect: SqlDialect;
  readonly #batches: StepBatches;
  readonly #lanes: StepLanes;
  readonly #cleaning: Cleaning;
  readonly #doubts = new ClaimDoubts();
  #opening: Promise<SqlDatabase> | undefined;
  #closed = false;

  constructor(dialect: SqlDialect, settings: SqlSettings) {
    const patienceMs = settings.statementTimeoutMs;
    this.#dialect = dialect;
    this.#batches = new StepBatches(dialect, () => this.#open(), patienceMs);
    this.#lanes = new StepLanes({
      lanes: lanesOf(settings),
      patienceMs,
      run: (steps) => this.#batches.run(steps),
    });
    this.#cleaning = new Cleaning(settings);
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    let doubt = this.#doubts.take(request);
    try {
      const answer = await this.#change(claimStep(request, doubt), (step) => {
        doubt = doubtOf(step) ?? doubt;
      });
      this.#cleaning.noteClaim(request.account, () => this.#open());
      return answer;
    } catch (error) {
      if (doubt !== undefined) this.#doubts.keep(request, doubt);
      throw error;
    }
  }

  begin(lease: SendLease, leaseMs: number): Promise<boolean> {
    return this.#change(beginStep(lease, leaseMs));
  }

  defer(lease: SendLease, leaseMs: number, fate: AttemptFate): Promise<boolean> {
    return this.#change(deferStep(lease, leaseMs, fate));
  }

  release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    return this.#change(releaseStep(lease, fate));
  }

  settle(request: SettleRequest): Promise<boolean> {
    return this.#change(settleStep(request));
  }

  resolveUnknown(key: SendKey, settlement: Exclude<Settlement, { state: 'unknown' }>): Promise<boolean> {
    return this.#change(resolveStep(key, settlement));
  }

  noteDelivery(key: SendKey, msgid: string, delivery: SendDelivery): Promise<boolean> {
    return this.#change(deliveryStep(key, msgid, delivery));
  }

  find(key: SendKey): Promise<SendRecord | undefined> {
    return this.#read({ name: 'find', requestId: key.requestId }, async (database) => {
      const stored = await database.find(key);
      return stored && toSendRecord(stored);
    });
  }

  findByMsgid(account: string, msgid: string): Promise<SentRecord | undefined> {
    return this.#read({ name: 'findByMsgid' }, async (database) => {
      const stored = await database.byMsgid(account, msgid);
      const record = stored && toSendRecord(stored);
      return isSent(record) ? record : undefined;
    });
  }

  listPending({ account, limit }: PendingQuery): Promise<readonly PendingRecord[]> {
    return this.#read({ name: 'listPending' }, async (database) =>
      (await database.abandoned(account, limit)).map(toSendRecord).filter(isPending),
    );
  }

  listUnknown({ account, limit, cursor }: UnknownQuery): Promise<UnknownPage> {
    return this.#read({ name: 'listUnknown' }, async (database) => {
      const stored = await database.unknown(account, readCursor(cursor), limit);
      const last = stored.length < limit ? undefined : stored.at(-1);
      return {
        records: stored.map(toSendRecord).filter(isUnknown),
        cursor: last && cursorOf({ number: last.fence, requestId: last.requestId }),
      };
    });
  }

  search(query: SendQuery): Promise<SendPage> {
    return this.#read({ name: 'search' }, async (database) => {
      const place = placeOf(query.cursor);
      const after = place && { number: place.createdAt, requestId: place.requestId };
      // One more than asked for tells whether there is another page.
      const stored = await database.search({ ...query, limit: query.limit + 1 }, after);
      return pageOf(stored.map(toSendRecord), query.limit);
    });
  }

  count(account: string): Promise<Record<SendState, number>> {
    return this.#read({ name: 'count' }, (database) => database.count(account));
  }

  clean(account: string): Promise<number> {
    return this.#read({ name: 'clean' }, (database) => this.#cleaning.all(account, database));
  }

  /** Waits for the steps under way, and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#lanes.settled();
    const database = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await this.#cleaning.ended();
    await database?.close();
  }

  async #change<Answer>(step: Step<Answer>, onDoubt?: (step: DoubtfulStep) => void): Promise<Answer> {
    const operation = { name: step.name, requestId: step.key.requestId };
    try {
      if (this.#closed) throw new Error('the store is closed');
      return await this.#lanes.run(step);
    } catch (error) {
      if (error instanceof DoubtfulStep) onDoubt?.(error);
      throw this.#unavailable(operation, error);
    }
  }

  async #read<Answer>(
    operation: StoreOperation,
    look: (database: SqlDatabase) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      if (this.#closed) throw new Error('the store is closed');
      return await this.#lookTwice(look);
    } catch (error) {
      throw this.#unavailable(operation, error);
    }
  }

  /** The pool may hold a connection that the server has closed long ago. */
  async #lookTwice<Answer>(look: (database: SqlDatabase) => Promise<Answer>): Promise<Answer> {
    try {
      return await look(await this.#open());
    } catch (error) {
      const failure = this.#dialect.judge(error);
      if (failure !== 'lost' && failure !== 'conflict') throw error;
      return look(await this.#open());
    }
  }

  #open(): Promise<SqlDatabase> {
    // What comes in late must not open again what was closed.
    if (this.#closed && this.#opening === undefined) return Promise.reject(new Error('the store is closed'));
    this.#opening ??= this.#dialect.open().catch((error: unknown) => {
      // What stood in the way may be gone by the next call.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  #unavailable(operation: StoreOperation, cause: unknown): Error {
    if (isWechatError(cause)) return cause;
    const origin = cause instanceof DoubtfulStep ? cause.cause : cause;
    return sendStoreUnavailable(this.#dialect.name, operation, cause, hintFor(this.#dialect.judge(origin)));
  }
}

/** What a claim may have done whose transaction's fate is not known. */
function doubtOf({ stamp, result }: DoubtfulStep): ClaimDoubt | undefined {
  if (result === undefined || 'error' in result) return undefined;
  // The step was a claim.
  const answer = result.answer as ClaimAnswer;
  return answer.type === 'claimed' ? { stamp, takenOver: answer.takenOver } : undefined;
}
