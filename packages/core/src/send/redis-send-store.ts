import { isWechatError } from '../errors/errors.js';
import { JoinedSteps } from '../redis/joined-steps.js';
import type { LuaScriptName } from '../redis/lua.generated.js';
import { RedisConnection, type RedisOption } from '../redis/redis-connection.js';
import { ClaimIds } from './claim-ids.js';
import { warnOfEviction } from './eviction-check.js';
import { MemoryLossWatch, type WarningListener } from './memory-loss-watch.js';
import { readClaim, readNews, readRecord, toArray, toLetter } from './redis-send-answers.js';
import { RedisSendKeys } from './redis-send-keys.js';
import { daysMs, positiveOption, type Retention, retentionOf } from './retention.js';
import type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  PendingQuery,
  PendingRecord,
  SendDelivery,
  SendKey,
  SendLease,
  SendRecord,
  SendState,
  SendStore,
  SentRecord,
  Settlement,
  SettleRequest,
  UnknownPage,
  UnknownQuery,
} from './send-store.js';
import { type StoreOperation, sendStoreUnavailable } from './store-errors.js';
import { isPending, isSent, isUnknown, type StoredRecord, toSendRecord } from './stored-record.js';

export interface RedisSendStoreOptions {
  /** A URL or an ioredis client, for a connection of its own; or a connection to share, which `close` leaves open. */
  readonly redis: RedisOption | RedisConnection;
  /** How long a sent or failed message is remembered. @default 7 days */
  readonly retentionMs?: number | undefined;
  /** How long a pending or unknown message is remembered after its last change. @default 30 days */
  readonly openRetentionMs?: number | undefined;
  /**
   * What becomes of ids that are not found after Redis has lost its data: `refuse` claims them as `memory-lost` until
   * `acceptLoss`; `accept` treats them as new, at the risk of sending twice.
   * @default 'refuse'
   */
  readonly onMemoryLoss?: 'refuse' | 'accept' | undefined;
  /** Longest wait for one answer of Redis; only for a connection of its own. @default 1000 */
  readonly commandTimeoutMs?: number | undefined;
  /** Told of lost records and of a Redis that may drop some. */
  readonly onWarning?: WarningListener | undefined;
}

/** What one claim or settlement adds to a script that takes several: its keys, the record first, and its arguments. */
interface RecordStep {
  readonly keys: readonly [record: string, ...others: string[]];
  readonly args: readonly (string | number)[];
}

/**
 * Records in Redis, shared by any number of processes: one round trip per step, two for a usual message. What one turn of the
 * event loop claims or settles for an account travels in one script.
 *
 * A Redis that lost its data (a flush, a restart without persistence) is noticed by every process that had used it
 * before, and the finding is kept in Redis, so that processes started later see it too. What cannot be noticed: a loss
 * while no process that knew the account is alive, and a replica that took over without the latest writes. Run Redis with
 * `appendonly yes` and `maxmemory-policy noeviction`.
 */
export class RedisSendStore implements SendStore {
  readonly #options: RedisSendStoreOptions;
  readonly #retention: Retention;
  readonly #msgidMs: number;
  readonly #watch: MemoryLossWatch;
  readonly #keys = new RedisSendKeys();
  readonly #claimIds = new ClaimIds();
  readonly #claims = this.#joined('send-claim', (account) => this.#claimSettings(account));
  readonly #settlements = this.#joined('send-settle', (account) => this.#settleSettings(account));
  #connection: RedisConnection | undefined;
  #connecting: Promise<RedisConnection> | undefined;
  #closed = false;

  /** @throws {ConfigError} where a duration is not positive */
  constructor(options: RedisSendStoreOptions) {
    this.#options = options;
    this.#retention = wholeMs(retentionOf(options, { retentionMs: daysMs(7), openRetentionMs: daysMs(30) }));
    this.#msgidMs = Math.min(this.#retention.retentionMs, daysMs(3));
    this.#watch = new MemoryLossWatch(options.onWarning ?? (() => undefined));
    if (options.commandTimeoutMs !== undefined) {
      positiveOption('sendStore.commandTimeoutMs', options.commandTimeoutMs);
    }
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const record = this.#keys.record(request);
    const claimId = this.#claimIds.take(record);
    try {
      const step = { keys: [record], args: claimArgs(request, claimId) } as const;
      return readClaim(await this.#takeStep('send-claim', this.#claims, request, step), request);
    } catch (error) {
      this.#claimIds.doubt(record, claimId);
      throw error;
    }
  }

  async begin(lease: SendLease, leaseMs: number): Promise<boolean> {
    const args = [lease.requestId, lease.fence, Math.ceil(leaseMs), this.#retention.openRetentionMs];
    return (await this.#run('send-begin', lease, this.#leaseKeys(lease), args)) === 1;
  }

  async defer(lease: SendLease, leaseMs: number, fate: AttemptFate): Promise<boolean> {
    const args = [lease.requestId, lease.fence, Math.ceil(leaseMs), fate, this.#retention.openRetentionMs];
    return (await this.#run('send-defer', lease, this.#leaseKeys(lease), args)) === 1;
  }

  async release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void> {
    const args = [lease.requestId, lease.fence, fate];
    await this.#run('send-release', lease, this.#leaseKeys(lease), args);
  }

  async settle(request: SettleRequest): Promise<boolean> {
    const { lease, settlement } = request;
    const record = this.#keys.record(lease);
    const [msgid = record] = this.#msgidKeys(lease.account, settlement);
    const step = { keys: [record, msgid], args: settleArgs(request) } as const;
    return (await this.#takeStep('send-settle', this.#settlements, lease, step)) === 1;
  }

  async find(key: SendKey): Promise<SendRecord | undefined> {
    const stored = await this.#read(key);
    return stored === undefined ? undefined : toSendRecord(stored);
  }

  async listPending({ account, limit }: PendingQuery): Promise<readonly PendingRecord[]> {
    const stored = await this.#list(account, 'pending', '0', limit);
    return stored.map(({ record }) => record && toSendRecord(record)).filter(isPending);
  }

  async listUnknown({ account, limit, cursor = '0' }: UnknownQuery): Promise<UnknownPage> {
    const page = await this.#list(account, 'unknown', cursor, limit);
    const stored = page.map(({ record }) => record).filter((record) => record !== undefined);
    return {
      records: stored.map(toSendRecord).filter(isUnknown),
      cursor: page.length < limit ? undefined : stored.at(-1)?.fence.toString(),
    };
  }

  async resolveUnknown(
    key: SendKey,
    settlement: Exclude<Settlement, { state: 'unknown' }>,
  ): Promise<boolean> {
    const { meta, unknown } = this.#keys.of(key.account);
    const args = [
      key.requestId,
      toLetter(settlement.state),
      ...endOf(settlement),
      this.#retention.retentionMs,
      this.#msgidMs,
    ];
    const keys = [this.#keys.record(key), meta, unknown, ...this.#msgidKeys(key.account, settlement)];
    return (await this.#run('send-resolve', key, keys, args)) === 1;
  }

  /** Knows ids of the last 3 days, or for the retention where that is shorter: callbacks come within minutes. */
  async findByMsgid(account: string, msgid: string): Promise<SentRecord | undefined> {
    const requestId = await this.#run('send-find-by-msgid', {}, [this.#keys.msgid(account, msgid)], []);
    if (typeof requestId !== 'string') return undefined;
    const record = await this.find({ account, requestId });
    return isSent(record) && record.result.msgid === msgid ? record : undefined;
  }

  async noteDelivery(key: SendKey, msgid: string, delivery: SendDelivery): Promise<boolean> {
    const args = [msgid, JSON.stringify(delivery), delivery.at];
    return (await this.#run('send-note-delivery', key, [this.#keys.record(key)], args)) === 1;
  }

  /** Sent and failed records are counted by the day of their settling: around the end of their retention, roughly. */
  async count(account: string): Promise<Record<SendState, number>> {
    const { meta, pending, unknown } = this.#keys.of(account);
    const answer = await this.#run('send-count', {}, [meta, pending, unknown], [this.#retention.retentionMs]);
    const [pendingCount, unknownCount, sentCount, failedCount] = toArray(answer).map(Number);
    return {
      pending: pendingCount ?? 0,
      sent: sentCount ?? 0,
      failed: failedCount ?? 0,
      unknown: unknownCount ?? 0,
    };
  }

  /**
   * Lets ids that are not found count as new again, for every process. Call it after finding out what had been sent.
   * Answers whether a loss had been noticed.
   */
  async acceptLoss(account: string): Promise<boolean> {
    const args = [this.#watch.fresh()];
    return (await this.#run('send-accept-loss', {}, [this.#keys.of(account).meta], args)) === 1;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#connection = undefined;
    const connection = await this.#connecting?.catch(() => undefined);
    if (connection !== this.#options.redis) await connection?.close();
    this.#connecting = undefined;
  }

  #leaseKeys(lease: SendLease): string[] {
    return [this.#keys.record(lease), this.#keys.of(lease.account).pending];
  }

  #msgidKeys(account: string, settlement: Settlement): string[] {
    const msgid = settlement.state === 'sent' ? settlement.result.msgid : undefined;
    return msgid === undefined || msgid === '' ? [] : [this.#keys.msgid(account, msgid)];
  }

  #claimSettings(account: string): (string | number)[] {
    return [
      this.#watch.expected(account),
      this.#watch.fresh(),
      flag(this.#options.onMemoryLoss === 'accept'),
      this.#retention.openRetentionMs,
    ];
  }

  #settleSettings(account: string): (string | number)[] {
    const { retentionMs, openRetentionMs } = this.#retention;
    return [this.#watch.expected(account), this.#watch.fresh(), retentionMs, openRetentionMs, this.#msgidMs];
  }

  #joined(
    script: 'send-claim' | 'send-settle',
    settings: (account: string) => readonly (string | number)[],
  ): JoinedSteps<string, RecordStep, unknown> {
    return new JoinedSteps(async (account, steps) => {
      const { meta, pending, unknown } = this.#keys.of(account);
      const keys = [meta, pending, unknown, ...steps.flatMap((step) => step.keys)];
      const args = [...settings(account), ...steps.flatMap((step) => step.args)];
      const connection = this.#connection ?? (await this.#connect());
      const [epoch, lostAt, ...answers] = toArray(await connection.run(script, keys, args, steps.length));
      this.#watch.learn(account, readNews(epoch, lostAt));
      return answers;
    });
  }

  async #list(account: string, state: 'pending' | 'unknown', cursor: string, limit: number) {
    const index = this.#keys.of(account)[state];
    const args = [state, cursor, limit, this.#retention.openRetentionMs];
    const ids = toArray(await this.#run('send-list', {}, [index], args));
    return Promise.all(
      ids.map(async (id) => ({ record: await this.#read({ account, requestId: String(id) }) })),
    );
  }

  async #read(key: SendKey): Promise<StoredRecord | undefined> {
    return readRecord(await this.#run('send-find', key, [this.#keys.record(key)], []), key);
  }

  async #takeStep(
    script: LuaScriptName,
    steps: JoinedSteps<string, RecordStep, unknown>,
    { account, requestId }: SendKey,
    step: RecordStep,
  ): Promise<unknown> {
    try {
      return await steps.take(account, step, [step.keys[0]]);
    } catch (error) {
      throw failureOf({ name: script, requestId }, error);
    }
  }

  async #run(
    script: LuaScriptName,
    { requestId }: { readonly requestId?: string | undefined },
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      const connection = await this.#connect();
      return await connection.run(script, keys, args);
    } catch (error) {
      throw failureOf({ name: script, requestId }, error);
    }
  }

  #connect(): Promise<RedisConnection> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    this.#connecting ??= this.#open();
    return this.#connecting;
  }

  async #open(): Promise<RedisConnection> {
    const { redis, commandTimeoutMs, onWarning } = this.#options;
    const connection =
      redis instanceof RedisConnection
        ? redis
        : await RedisConnection.open(redis, commandTimeoutMs === undefined ? {} : { commandTimeoutMs });
    this.#connection = connection;
    // Nobody waits for it: a message does not depend on the answer.
    if (onWarning !== undefined) void warnOfEviction(connection, onWarning);
    return connection;
  }
}

/** What PEXPIRE takes: whole milliseconds, and a very long time instead of for ever. */
function wholeMs({ retentionMs, openRetentionMs }: Retention): Retention {
  const longestMs = daysMs(36_500);
  return {
    retentionMs: Math.ceil(Math.min(retentionMs, longestMs)),
    openRetentionMs: Math.ceil(Math.min(openRetentionMs, longestMs)),
  };
}

function claimArgs(request: ClaimRequest, claimId: string): (string | number)[] {
  return [
    request.requestId,
    request.endpoint,
    request.fingerprint,
    request.payload,
    request.recipient ?? '',
    Math.ceil(request.leaseMs),
    flag(request.begin),
    reopenAge(request.reopenUnknown),
    flag(request.reopenFailed),
    claimId,
    request.push ?? '',
    request.group ?? '',
    request.tenant ?? '',
  ];
}

function settleArgs({ lease, settlement, attempts, known }: SettleRequest): (string | number)[] {
  return [
    lease.requestId,
    lease.fence,
    toLetter(settlement.state),
    ...endOf(settlement),
    attempts,
    known.endpoint,
    known.fingerprint,
    known.recipient ?? '',
    // Kept of unknown messages only.
    settlement.state === 'unknown' ? known.payload : '',
    known.firstAttemptAt ?? '',
    known.push ?? '',
    known.group ?? '',
    known.tenant ?? '',
  ];
}

function flag(value: boolean): '1' | '0' {
  return value ? '1' : '0';
}

function reopenAge(reopenUnknown: ClaimRequest['reopenUnknown']): number {
  if (reopenUnknown === 'always') return -1;
  return reopenUnknown === 'never' ? 0 : reopenUnknown.youngerThanMs;
}

/** msgid, details and failure, each empty where it does not apply. */
function endOf(settlement: Settlement): [string, string, string] {
  if (settlement.state !== 'sent') return ['', '', JSON.stringify(settlement.failure)];
  const { msgid = '', details } = settlement.result;
  return [msgid, details === undefined ? '' : JSON.stringify(details), ''];
}

function failureOf(operation: StoreOperation, cause: unknown): unknown {
  if (isWechatError(cause)) return cause;
  return sendStoreUnavailable('Redis', operation, cause, hintFor(cause));
}

function hintFor(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  if (message.startsWith('OOM')) return 'Redis is full: raise its maxmemory, or shorten `retentionMs`.';
  if (message.startsWith('NOPERM'))
    return 'Allow this Redis user EVAL, EVALSHA and the keys that begin with "wetempo:".';
  return 'Check that Redis can be reached, then call again with the same requestId: nothing is sent without it.';
}
