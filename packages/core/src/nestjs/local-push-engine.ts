import { waitAtMost } from '../clock/wait-at-most.js';
import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import { startPush } from '../push/local/start-push.js';
import type { HasPushClient } from '../push/push-client.js';
import type { PushPlan } from '../push/push-plan.js';
import type { PushRun } from '../push/push-run.js';
import type { PushEngine } from './push-engine.js';

/** Ended pushes that can still be looked at. */
const mostEnded = 1000;

/** The pushes of this process. A restart forgets their progress; what was sent is in the send store. */
export class LocalPushEngine implements PushEngine {
  readonly #client: HasPushClient;
  readonly #running = new Map<string, PushRun>();
  readonly #ended = new Map<string, PushRun>();

  constructor(client: HasPushClient) {
    this.#client = client;
  }

  async start<E extends AnyMessageEndpoint>(plan: PushPlan<E>): Promise<PushRun> {
    const present = this.#running.get(plan.id);
    if (present !== undefined) return present;
    const run = startPush(this.#client, plan);
    this.#running.set(run.id, run);
    const end = () => this.#end(run);
    run.finished().then(end, end);
    return run;
  }

  async find(id: string): Promise<PushRun | undefined> {
    return this.#running.get(id) ?? this.#ended.get(id);
  }

  async finish(graceMs: number): Promise<void> {
    const ends = [...this.#running.values()].map(async (run) => {
      await run.cancel();
      await run.finished();
    });
    await waitAtMost(this.#client.client.clock, graceMs, Promise.allSettled(ends));
  }

  async close(): Promise<void> {}

  #end(run: PushRun): void {
    this.#running.delete(run.id);
    this.#ended.delete(run.id);
    this.#ended.set(run.id, run);
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined && this.#ended.size > mostEnded) this.#ended.delete(oldest);
  }
}
