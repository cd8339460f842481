import { waitAtMost } from '../clock/wait-at-most.js';
import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import { ConfigError } from '../errors/errors.js';
import type { HasPushClient } from '../push/push-client.js';
import type { PushPlan } from '../push/push-plan.js';
import type { PushRun } from '../push/push-run.js';
import { PushQueue } from '../push/queue/push-queue.js';
import { PushWorker } from '../push/queue/push-worker.js';
import type { PushEngine } from './push-engine.js';
import type { QueuedPushOptions } from './push-options.js';

/** For a source that does not answer, while the application shuts down. */
const queueCloseMs = 5_000;

/** Pushes in a queue: started, worked on, or both, as `mode` says. */
export class QueuedPushEngine implements PushEngine {
  readonly #client: HasPushClient;
  readonly #queue: PushQueue;
  readonly #worker: PushWorker | undefined;
  readonly #mayStart: boolean;

  /** @throws {ConfigError} naming the wrong option */
  constructor(client: HasPushClient, { mode, redis, queueName: name, queue, worker }: QueuedPushOptions) {
    this.#client = client;
    this.#queue = new PushQueue(client, { ...queue, redis, name });
    this.#worker = mode === 'queue' ? undefined : new PushWorker(client, { ...worker, redis, name });
    this.#mayStart = mode !== 'worker';
  }

  /** @throws {ConfigError} where bullmq or ioredis are not installed */
  async open(): Promise<void> {
    await this.#worker?.run();
  }

  start<E extends AnyMessageEndpoint>(plan: PushPlan<E>): Promise<PushRun> {
    if (this.#mayStart) return this.#queue.start(plan);
    return Promise.reject(
      new ConfigError(`push ${plan.id}: this process is set up to work on pushes, not to start them`, {
        hint: "Take `mode: 'both'` in PushModule, or start it in a process of `mode: 'queue'`.",
      }),
    );
  }

  find(id: string): Promise<PushRun | undefined> {
    return this.#queue.find(id);
  }

  async finish(graceMs: number): Promise<void> {
    await this.#worker?.close(graceMs);
  }

  async close(): Promise<void> {
    await waitAtMost(this.#client.client.clock, queueCloseMs, this.#queue.close());
  }
}
