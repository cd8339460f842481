import type { Job, Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { z } from 'zod';
import { waitAtMost } from '../../clock/wait-at-most.js';
import { checkOptions } from '../../config/check-options.js';
import { ConfigError } from '../../errors/errors.js';
import type { RedisOption } from '../../redis/redis-connection.js';
import type { HasPushClient, PushClient } from '../push-client.js';
import { type Bull, checkRedis, importBull, openBullClient } from './bull-connection.js';
import { ChunkJobs } from './chunk-jobs.js';
import { warnOfEviction } from './eviction-warning.js';
import { LeftoverMessages } from './leftover-messages.js';
import { queuePrefix } from './push-keys.js';
import { PushStates } from './push-states.js';
import { type ChunkData, QueueJobs } from './queue-jobs.js';
import { nameOption, redisOption } from './queue-option-fields.js';

export interface PushWorkerOptions {
  /** A URL, or an ioredis client without `keyPrefix` to copy; it stays open. */
  readonly redis: RedisOption;
  /** The one of the `PushQueue`. @default 'wetempo-push' */
  readonly name?: string | undefined;
  /** Jobs at once in this process; how many messages are under way is the push's own `concurrency`. @default 2 */
  readonly concurrency?: number | undefined;
  /** Longest wait in line for a limit; what would wait longer is put off, and the worker is free. @default 2000 */
  readonly maxWaitMs?: number | undefined;
  /** Overall time of one message, its repetitions included. @default 60000 */
  readonly deadlineMs?: number | undefined;
  /** The chunk of a worker that was killed is taken up by another one after about this long. @default 10000 */
  readonly lockDurationMs?: number | undefined;
  /** How often dead workers are looked for. @default half of `lockDurationMs` */
  readonly stalledIntervalMs?: number | undefined;
}

const defaults = {
  name: 'wetempo-push',
  concurrency: 2,
  maxWaitMs: 2_000,
  deadlineMs: 60_000,
  lockDurationMs: 10_000,
} as const;
/** Workers that die every two seconds for days must not use a job up. */
const maxStalledCount = 1_000_000;
/** For what was under way to say how it ended, after it was aborted. */
const abortedMs = 2_000;

const durationMs = z.number().int().min(0);
const optionsSchema: z.ZodType<PushWorkerOptions> = z.strictObject({
  redis: redisOption,
  name: nameOption.optional(),
  concurrency: z.number().int().min(1).max(100).optional(),
  maxWaitMs: durationMs.optional(),
  deadlineMs: durationMs.min(1000).optional(),
  lockDurationMs: durationMs.min(500).optional(),
  stalledIntervalMs: durationMs.min(100).optional(),
});

interface Opened {
  readonly worker: Worker<ChunkData>;
  readonly chunks: ChunkJobs;
  readonly states: PushStates;
  readonly jobs: QueueJobs;
  readonly client: Redis | Cluster;
  readonly leftover: LeftoverMessages;
}

/**
 * Sends what `PushQueue`s of the same account and name have put into the queue. Any number of processes may run one; the
 * pace is that of the client's limits, which they share.
 */
export class PushWorker {
  readonly #client: PushClient;
  readonly #options: PushWorkerOptions;
  #opening: Promise<Opened> | undefined;
  #closing: Promise<void> | undefined;

  /** @throws {ConfigError} naming the wrong option; for an ioredis client with `keyPrefix` */
  constructor(client: PushClient | HasPushClient, options: PushWorkerOptions) {
    this.#client = 'client' in client ? client.client : client;
    this.#options = checkOptions(optionsSchema, options, 'PushWorker');
    checkRedis(this.#options.redis, 'PushWorker');
  }

  /**
   * Begins to take chunks; resolves once it does.
   *
   * @throws {ConfigError} where it is closed, or bullmq or ioredis are not installed
   */
  async run(): Promise<void> {
    if (this.#closing !== undefined)
      throw new ConfigError('PushWorker: it is closed', { hint: 'Make another one.' });
    this.#opening ??= this.#connect().catch((error: unknown) => {
      // What stood in the way may be gone by the next call.
      this.#opening = undefined;
      throw error;
    });
    const { worker } = await this.#opening;
    await worker.waitUntilReady();
  }

  /**
   * Takes nothing more, lets what is under way end, and hands the rest back to other workers at once. What has not ended
   * after `graceMs` is aborted where it waits. A worker that is killed meanwhile loses nothing either.
   *
   * @param graceMs default 10000
   */
  close(graceMs = 10_000): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    if (opened === undefined) return;
    const { worker, chunks, states, jobs, client, leftover } = opened;
    chunks.close();
    const leftoverEnded = leftover.close();
    // It waits for the chunks, which need every connection until they are handed back.
    const closed = Promise.all([worker.close().catch(() => undefined), leftoverEnded]);
    const abort = setTimeout(() => chunks.abort(), graceMs);
    await waitAtMost(this.#client.clock, graceMs + abortedMs, closed);
    clearTimeout(abort);
    await states.close();
    await jobs.close();
    client.disconnect();
  }

  async #connect(): Promise<Opened> {
    const { redis, name = defaults.name, maxWaitMs = defaults.maxWaitMs } = this.#options;
    const { deadlineMs = defaults.deadlineMs } = this.#options;
    const bull = await importBull();
    const jobs = await QueueJobs.open(this.#client.accountKey, redis, name);
    const states = await PushStates.open(this.#client.accountKey, redis);
    void warnOfEviction(states.connection, this.#client.telemetry);
    const chunks = new ChunkJobs({ client: this.#client, states, jobs, bull, maxWaitMs, deadlineMs });
    const client = await openBullClient(redis);
    const worker = this.#workerOf(bull, client, name, (job, token) => chunks.process(job, token));
    const leftover = new LeftoverMessages(this.#client);
    leftover.start();
    return { worker, chunks, states, jobs, client, leftover };
  }

  #workerOf(
    bull: Bull,
    connection: Redis | Cluster,
    name: string,
    process: (job: Job<ChunkData>, token?: string) => Promise<void>,
  ): Worker<ChunkData> {
    const { concurrency = defaults.concurrency, lockDurationMs = defaults.lockDurationMs } = this.#options;
    const worker = new bull.Worker<ChunkData>(name, process, {
      connection,
      prefix: queuePrefix(this.#client.accountKey),
      concurrency,
      lockDuration: lockDurationMs,
      stalledInterval: this.#options.stalledIntervalMs ?? Math.ceil(lockDurationMs / 2),
      maxStalledCount,
    });
    // A lost lock or connection: the job runs again, here or elsewhere, and the send store knows what was sent.
    worker.on('error', (error) => this.#tell('error', error));
    // The job is missing where it was removed in the meantime.
    worker.on('failed', (job, error) => this.#tell(`failed, job ${job?.id ?? 'that is gone'}`, error));
    return worker;
  }

  #tell(operation: string, error: Error): void {
    const { telemetry } = this.#client;
    telemetry.emit({
      type: 'store.trouble',
      store: 'send',
      operation: `push worker: ${operation}`,
      message: error.message,
    });
  }
}
