import type { JobsOptions, Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { StoreUnavailableError } from '../../errors/errors.js';
import type { RedisOption } from '../../redis/redis-connection.js';
import { type Bull, importBull, openBullClient } from './bull-connection.js';
import { jobIdOf, queuePrefix, type RunName } from './push-keys.js';

/** What a job carries. One letter each: there is one job for each chunk of messages. */
export interface ChunkData {
  /** Id of the push. */
  readonly p: string;
  /** Its run. */
  readonly r: number;
  /** The chunk. */
  readonly c: string;
  /** Its items, packed. */
  readonly i: string;
}

export interface NewChunk {
  readonly chunk: string;
  readonly packed: string;
  /** Somebody added it before: its job may have failed since. */
  readonly isKnown: boolean;
}

/**
 * A chunk is done or waits; what goes wrong with one is no word on its messages, so it is taken up again.
 * Whether its job exists is no word on anything, either: the push's own state says which chunks are done.
 */
const jobOptions: JobsOptions = {
  attempts: 1_000_000,
  backoff: { type: 'fixed', delay: 2_000 },
  removeOnComplete: true,
};
const jobName = 'chunk';
const addAttempts = 3;
const shortMs = 200;

/** The jobs of an account's pushes. */
export class QueueJobs {
  readonly #bull: Bull;
  readonly #client: Redis | Cluster;
  readonly #queue: Queue<ChunkData>;

  private constructor(bull: Bull, client: Redis | Cluster, queue: Queue<ChunkData>) {
    this.#bull = bull;
    this.#client = client;
    this.#queue = queue;
    // Each command fails by itself; an error without a listener would end the process.
    queue.on('error', () => undefined);
  }

  static async open(account: string, redis: RedisOption, name: string): Promise<QueueJobs> {
    const bull = await importBull();
    const client = await openBullClient(redis);
    const queue = new bull.Queue<ChunkData>(name, {
      connection: client,
      prefix: queuePrefix(account),
      streams: { events: { maxLen: 100 } },
    });
    return new QueueJobs(bull, client, queue);
  }

  /**
   * Adds what is not there yet, and looks at every answer: adding many is no transaction.
   *
   * @throws {StoreUnavailableError} where some of them could not be added; the same may be added again
   */
  async add(name: RunName, chunks: readonly NewChunk[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const failure = await this.#tryAdd(name, chunks);
      if (failure === undefined) return;
      if (attempt >= addAttempts) throw notAdded(name, failure);
      await new Promise((resolve) => setTimeout(resolve, shortMs));
    }
  }

  /** Brings jobs back that were put off or that failed. */
  async wake(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#wake(id)));
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#client.disconnect();
  }

  async #tryAdd(name: RunName, chunks: readonly NewChunk[]): Promise<unknown> {
    try {
      await this.#removeStray(name, chunks);
      const added = await this.#queue.addBulk(
        chunks.map(({ chunk, packed }) => ({
          name: jobName,
          data: { p: name.id, r: name.run, c: chunk, i: packed },
          opts: { ...jobOptions, jobId: jobIdOf(name, chunk) },
        })),
      );
      const missing = chunks.find(({ chunk }, index) => added[index]?.id !== jobIdOf(name, chunk));
      if (missing !== undefined) return new Error(`the job of chunk ${missing.chunk} was not added`);
    } catch (error) {
      return error ?? new Error('unknown');
    }
    // A job that exists swallows what is added under its id, also where it has failed.
    await this.wake(chunks.filter(({ isKnown }) => isKnown).map(({ chunk }) => jobIdOf(name, chunk)));
    return undefined;
  }

  /** A job that stands in no list any more, deleted by hand perhaps, would never run and keep its id from being added. */
  async #removeStray(name: RunName, chunks: readonly NewChunk[]): Promise<void> {
    const known = chunks.filter(({ isKnown }) => isKnown).map(({ chunk }) => jobIdOf(name, chunk));
    const states = await Promise.all(known.map((id) => this.#queue.getJobState(id)));
    const stray = known.filter((_, index) => states[index] === 'unknown');
    await Promise.all(stray.map((id) => this.#queue.remove(id)));
  }

  async #wake(id: string): Promise<void> {
    const job = new this.#bull.Job<ChunkData>(this.#queue, jobName, { p: '', r: 0, c: '', i: '' }, {}, id);
    // Each of the two refuses a job in another state, which then needs neither.
    await job.promote().catch(() => job.retry('failed').catch(() => undefined));
  }
}

function notAdded({ id }: RunName, cause: unknown): StoreUnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailableError(`push ${id}: jobs could not be added to the queue: ${reason}`, {
    store: 'send',
    cause,
    hint: 'Start the push again with the same items: what is in the queue is not added twice.',
  });
}
