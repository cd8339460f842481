import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import { waitAtMost } from '../../clock/wait-at-most.js';
import { checkOptions } from '../../config/check-options.js';
import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import { ConfigError } from '../../errors/errors.js';
import type { RedisOption } from '../../redis/redis-connection.js';
import { checkPushPlan } from '../check-push-settings.js';
import type { HasPushClient, PushClient } from '../push-client.js';
import type { PushItems, PushPlan } from '../push-plan.js';
import type { PushProgress } from '../push-run.js';
import { checkRedis } from './bull-connection.js';
import { warnOfEviction } from './eviction-warning.js';
import { PushFeeder } from './push-feeder.js';
import type { RunName } from './push-keys.js';
import { type OpenAnswer, PushStates } from './push-states.js';
import { progressOf } from './push-view.js';
import { QueueJobs } from './queue-jobs.js';
import { nameOption, redisOption } from './queue-option-fields.js';
import { QueuedPushRun } from './queued-push-run.js';
import { differences, type QueuedSettings, settingsOf } from './queued-settings.js';
import { retriedItems } from './retried-items.js';

export interface PushQueueOptions {
  /** A URL, or an ioredis client without `keyPrefix` to copy; it stays open. */
  readonly redis: RedisOption;
  /** Queues of different names do not see each other's pushes' jobs. @default 'wetempo-push' */
  readonly name?: string | undefined;
  /** Messages in one job, 1 to 1000. @default 200 */
  readonly chunkSize?: number | undefined;
  /** How long a push and its results are kept after its end. @default 7 days */
  readonly retentionMs?: number | undefined;
}

const defaults = { name: 'wetempo-push', chunkSize: 200, retentionMs: 7 * 86_400_000 } as const;

const optionsSchema: z.ZodType<PushQueueOptions> = z.strictObject({
  redis: redisOption,
  name: nameOption.optional(),
  chunkSize: z.number().int().min(1).max(1000).optional(),
  retentionMs: z.number().min(1000).optional(),
});

/** For feeds to notice that they are to stop. */
const closingMs = 1_000;

interface Opened {
  readonly states: PushStates;
  readonly jobs: QueueJobs;
}

/**
 * Puts pushes into a BullMQ queue, from which any number of `PushWorker`s sends them, and steers them from any process.
 * It sends nothing itself.
 */
export class PushQueue {
  readonly #client: PushClient;
  readonly #options: PushQueueOptions;
  readonly #closing = new AbortController();
  readonly #feeds = new Set<Promise<void>>();
  #opening: Promise<Opened> | undefined;

  /** @throws {ConfigError} naming the wrong option; for an ioredis client with `keyPrefix` */
  constructor(client: PushClient | HasPushClient, options: PushQueueOptions) {
    this.#client = 'client' in client ? client.client : client;
    this.#options = checkOptions(optionsSchema, options, 'PushQueue');
    checkRedis(this.#options.redis, 'PushQueue');
    // Each run that is followed listens; Node would take more than ten for a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * Begins a push, and reads its items into the queue: `fed` of the answer says when that is done. A push of this id that
   * is under way is gone on with, and what was read of the same items before is not added again; so a feeder that died is
   * simply started again, and two operators share one push. One that has ended begins a new run: what was sent is not sent
   * again.
   *
   * @throws {ConfigError} for a wrong field; where the push is under way with other settings, or is being cancelled; where
   *   bullmq or ioredis are not installed
   * @throws {StoreUnavailableError} where Redis cannot be reached
   */
  async start<E extends AnyMessageEndpoint>(plan: PushPlan<E>): Promise<QueuedPushRun> {
    const checked = checkPushPlan(plan, 'PushQueue.start');
    const settings = settingsOf(checked);
    const { total } = checked;
    const opened = await this.#openRun(settings, { total, isRetry: false });
    return this.#feed(opened, checked.endpoint, checked.items);
  }

  /** The push of this id as it is kept; `undefined` where none is. */
  async find(id: string): Promise<QueuedPushRun | undefined> {
    const opened = await this.#open();
    const view = await opened.states.view(id);
    return view && this.#runOf(opened, { id, run: view.run });
  }

  /** Every push that is kept, latest start first. */
  async list(): Promise<PushProgress[]> {
    const { states } = await this.#open();
    const ids = await states.list();
    const views = await Promise.all(ids.map((id) => states.view(id)));
    const gone = ids.filter((_, index) => views[index] === undefined);
    if (gone.length > 0) await states.list(gone);
    return views.filter((view) => view !== undefined).map(progressOf);
  }

  /**
   * Sends the messages again that the last run of this push ended as `failed`, as a run of their own.
   *
   * @throws {ConfigError} where no such push is kept, or where it has not ended
   */
  async retryFailed(id: string): Promise<QueuedPushRun> {
    const { states } = await this.#open();
    const view = await states.view(id);
    if (view === undefined) throw notKept(id);
    const endpoint = this.#client.messageEndpoint(view.settings.endpoint);
    if (endpoint === undefined) throw noEndpoint(id, view.settings.endpoint);
    const { startSpreadMs: _, deadlineMs: __, ...settings } = view.settings;
    const opened = await this.#openRun(
      { ...settings, resend: 'failed' },
      { total: undefined, isRetry: true },
    );
    const name = { id, run: opened.repeats ?? 0 };
    return this.#feed(opened, endpoint, retriedItems(states, name));
  }

  /** Stops reading items and closes the connections. What is in the queue stays there, and workers go on with it. */
  async close(): Promise<void> {
    this.#closing.abort();
    // A source that never answers must not keep the process.
    await waitAtMost(this.#client.clock, closingMs, Promise.allSettled([...this.#feeds]));
    const opened = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await opened?.jobs.close();
    await opened?.states.close();
  }

  async #openRun(
    settings: QueuedSettings,
    { total, isRetry }: { readonly total: number | undefined; readonly isRetry: boolean },
  ): Promise<OpenAnswer> {
    const { states } = await this.#open();
    const { chunkSize = defaults.chunkSize, retentionMs = defaults.retentionMs } = this.#options;
    const startInMs = Math.random() * (settings.startSpreadMs ?? 0);
    const answer = await states.openRun({ settings, chunkSize, startInMs, total, isRetry, retentionMs });
    if (answer.type === 'conflict') throw conflict(settings, answer.settings);
    if (answer.type === 'cancelling') throw cancelling(settings.id);
    return answer;
  }

  async #feed(
    { settings, run, chunkSize }: OpenAnswer,
    endpoint: AnyMessageEndpoint,
    items: PushItems,
  ): Promise<QueuedPushRun> {
    const opened = await this.#open();
    const name = { id: settings.id, run };
    const feed = { name, endpoint, items, chunkSize, signal: this.#closing.signal };
    const feeding = new PushFeeder({ client: this.#client, ...opened }, feed).run();
    this.#feeds.add(feeding);
    const forget = () => this.#feeds.delete(feeding);
    feeding.then(forget, forget);
    return this.#runOf(opened, name, feeding);
  }

  #runOf(opened: Opened, name: RunName, feeding?: Promise<void>): QueuedPushRun {
    const parts = { ...opened, clock: this.#client.clock, closing: this.#closing.signal };
    return new QueuedPushRun(parts, name, feeding);
  }

  #open(): Promise<Opened> {
    if (this.#closing.signal.aborted) {
      return Promise.reject(new ConfigError('PushQueue: it is closed', { hint: 'Make another one.' }));
    }
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #connect(): Promise<Opened> {
    const { redis, name = defaults.name } = this.#options;
    const { accountKey, telemetry } = this.#client;
    const jobs = await QueueJobs.open(accountKey, redis, name);
    const states = await PushStates.open(accountKey, redis);
    void warnOfEviction(states.connection, telemetry);
    return { states, jobs };
  }
}

function conflict(wanted: QueuedSettings, present: QueuedSettings): ConfigError {
  const names = differences(wanted, present);
  const what =
    names.length === 0 ? 'with other items' : `with another ${names.map((name) => `\`${name}\``).join(', ')}`;
  return new ConfigError(`push ${wanted.id}: it is under way ${what}`, {
    hint: 'Give this push an id of its own, or start it with the settings of the one under way.',
  });
}

function cancelling(id: string): ConfigError {
  return new ConfigError(`push ${id}: it is being cancelled, and not all of its messages have an end yet`, {
    hint: 'Wait until it has ended (`find(id)`, then `finished()`); workers have to run for that.',
  });
}

function notKept(id: string): ConfigError {
  return new ConfigError(`push ${id}: no such push is kept`, {
    hint: 'Look at `list()`; a push is kept for `retentionMs` after its end.',
  });
}

function noEndpoint(id: string, endpoint: string): ConfigError {
  return new ConfigError(`push ${id}: the client has no endpoint ${endpoint} that sends messages`, {
    hint: 'Give it to the client by its option `endpoints`.',
  });
}
