import { type MessageEvent, NotFoundException } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import { ConfigError } from '../errors/errors.js';
import type { PushPlan } from '../push/push-plan.js';
import type { PushResult } from '../push/push-result.js';
import type { PushProgress, PushReport, PushRun } from '../push/push-run.js';
import type { PushEngine } from './push-engine.js';
import { eventsOf, type ProgressOptions, type PushEventOptions, progressOf } from './push-events.js';

/**
 * Starts pushes and tells how they go, in the way that `PushModule` was set up for. Injected by its class, or by
 * `@InjectPushes(name)`.
 */
export class Pushes {
  readonly #engine: PushEngine;
  readonly #graceMs: number;
  readonly #ended = new AbortController();
  #closing: Promise<void> | undefined;

  constructor(engine: PushEngine, graceMs: number) {
    this.#engine = engine;
    this.#graceMs = graceMs;
  }

  /**
   * Begins a push, or goes on with the one of its id: what was sent is not sent again.
   *
   * @throws {ConfigError} for a wrong plan, where this process only works for others, or where it is shutting down
   * @throws {StoreUnavailableError} where the queue cannot be reached
   */
  async start<E extends AnyMessageEndpoint>(plan: PushPlan<E>): Promise<PushRun> {
    if (this.#closing !== undefined) {
      throw new ConfigError(`push ${plan.id}: the application is shutting down`, {
        hint: 'Start it on another process, or after the restart.',
      });
    }
    return this.#engine.start(plan);
  }

  /** The push of this id; `undefined` where none is known, in this process or in the queue. */
  find(id: string): Promise<PushRun | undefined> {
    return this.#engine.find(id);
  }

  /** @throws {NotFoundException} as everything below, where no push of this id is known */
  async progress(id: string): Promise<PushProgress> {
    return (await this.#known(id)).progress();
  }

  /** The progress where it changed, until the push ends, this application closes, or nobody listens any more. */
  progress$(id: string, options?: ProgressOptions): Observable<PushProgress> {
    return progressOf(() => this.#known(id), this.#ended.signal, options);
  }

  /**
   * For a handler with `@Sse()`: events `progress` with `PushProgress`, `heartbeat`, and at last `end` with `PushReport`.
   * A browser connects again whenever a stream ends: let it close its `EventSource` on `end`.
   */
  sse(id: string, options?: PushEventOptions): Observable<MessageEvent> {
    return eventsOf(this.progress$(id, options), () => this.#known(id), options);
  }

  /** The end of each message, in no order. */
  async *results(
    id: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<PushResult> {
    yield* (await this.#known(id)).results(options);
  }

  async pause(id: string): Promise<void> {
    await (await this.#known(id)).pause();
  }

  async resume(id: string): Promise<void> {
    await (await this.#known(id)).resume();
  }

  async cancel(id: string): Promise<void> {
    await (await this.#known(id)).cancel();
  }

  /** Resolves when every message has an end. */
  async finished(id: string): Promise<PushReport> {
    return (await this.#known(id)).finished();
  }

  /**
   * Begins nothing more and lets what is under way end; the rest is left to other processes, or to the next start of the
   * same push. Called by the module when the application shuts down.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#engine.finish(this.#graceMs);
    } finally {
      this.#ended.abort();
      // A stream whose end is still on its way would hold the HTTP server open for its keep-alive time.
      await new Promise(setImmediate);
      await this.#engine.close();
    }
  }

  async #known(id: string): Promise<PushRun> {
    const run = await this.#engine.find(id);
    if (run === undefined) throw new NotFoundException(`no push "${id}" is known`);
    return run;
  }
}
