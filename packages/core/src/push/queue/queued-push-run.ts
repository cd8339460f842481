import type { Clock } from '../../clock/clock.js';
import { ConfigError, isWechatErrorOf } from '../../errors/errors.js';
import type { PushResult } from '../push-result.js';
import type { PushProgress, PushReport, PushRun } from '../push-run.js';
import type { WatchOptions } from '../watch-progress.js';
import type { KeptResult } from './chunk-codec.js';
import type { RunName } from './push-keys.js';
import type { PushStates, Steering } from './push-states.js';
import { type PushView, progressOf } from './push-view.js';
import type { QueueJobs } from './queue-jobs.js';
import { replacedError } from './replaced-error.js';

export interface QueuedPushRunParts {
  readonly clock: Clock;
  readonly states: PushStates;
  readonly jobs: QueueJobs;
  /** Aborts when the queue closes, and with it everything that is asked of Redis here. */
  readonly closing: AbortSignal;
}

const lookEveryMs = 250;
const resultPortions = 50;

/**
 * A push in a queue, as any process sees it: everything is asked of Redis. What goes on until the push ends (`watch`,
 * `results`, `finished`) waits for a Redis that is away for a while.
 */
export class QueuedPushRun implements PushRun {
  readonly id: string;
  readonly #parts: QueuedPushRunParts;
  readonly #name: RunName;
  readonly #feeding: Promise<void>;
  #isFeeding = true;

  constructor(parts: QueuedPushRunParts, name: RunName, feeding: Promise<void> = Promise.resolve()) {
    this.id = name.id;
    this.#parts = parts;
    this.#name = name;
    this.#feeding = feeding;
    // Whoever waits for `fed` or `finished` hears of it; nobody has to.
    const over = () => {
      this.#isFeeding = false;
    };
    feeding.then(over, over);
  }

  /**
   * Resolves when this process has put all items into the queue: from then on the push needs it no longer. At once where
   * another process feeds it.
   *
   * @throws what the source of the items threw
   * @throws {ConfigError} where Redis has lost the push meanwhile, or another run of it has begun
   * @throws {StoreUnavailableError} where the queue could not be reached; start the push again with the same items
   */
  fed(): Promise<void> {
    return this.#feeding;
  }

  async progress(): Promise<PushProgress> {
    return progressOf(await this.#view());
  }

  /** @throws {ConfigError} as `finished` does */
  async *watch({ everyMs = 1000, signal }: WatchOptions = {}): AsyncIterable<PushProgress> {
    let before = '';
    for (;;) {
      const view = await this.#patiently(() => this.#view(), signal);
      if (view === undefined) return;
      const progress = progressOf(view);
      const text = JSON.stringify(progress);
      if (text !== before) yield progress;
      if (this.#hasEnded(view)) return;
      before = text;
      if (!(await this.#sleep(everyMs, signal))) return;
    }
  }

  /** @throws {ConfigError} where this queue is closed before the push has ended */
  async *results({ signal }: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterable<PushResult> {
    for (let place = 0; ; ) {
      const isOver = await this.#patiently(() => this.#isOver(), signal);
      const portions = await this.#patiently(() => this.#portionsFrom(place), signal);
      if (isOver === undefined || portions === undefined) return;
      for (const { result } of portions.flat()) {
        if (signal?.aborted === true) return;
        yield result;
      }
      place += portions.length;
      if (portions.length > 0) continue;
      if (isOver || !(await this.#sleep(lookEveryMs, signal))) return;
    }
  }

  pause(): Promise<void> {
    return this.#steer('pause');
  }

  resume(): Promise<void> {
    return this.#steer('resume');
  }

  cancel(): Promise<void> {
    return this.#steer('cancel');
  }

  /**
   * Resolves with the report when every message has an end, whoever sends them.
   *
   * @throws what `fed` throws
   * @throws {ConfigError} where this queue is closed before, or another run of the push has begun
   */
  async finished(): Promise<PushReport> {
    const left = new AbortController();
    try {
      return await this.#reportOf(await Promise.race([this.#ended(left.signal), this.#feedingFailed()]));
    } finally {
      left.abort();
    }
  }

  async #view(): Promise<PushView> {
    const view = await this.#parts.states.view(this.id);
    if (view === undefined || view.run !== this.#name.run) throw replacedError(this.#name);
    return view;
  }

  /** Answers once the push has ended; never where the signal comes first. */
  async #ended(signal: AbortSignal): Promise<PushView> {
    for (;;) {
      const view = await this.#patiently(() => this.#view(), signal);
      if (view !== undefined && this.#hasEnded(view)) return view;
      if (!(await this.#sleep(lookEveryMs, signal))) return new Promise(() => undefined);
    }
  }

  /** Asks until Redis answers. `undefined`: the signal came first. */
  async #patiently<Answer>(
    ask: () => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer | undefined> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
      }
      if (!(await this.#sleep(lookEveryMs, signal))) return undefined;
    }
  }

  /** Never resolves. */
  async #feedingFailed(): Promise<never> {
    await this.#feeding;
    return new Promise(() => undefined);
  }

  async #isOver(): Promise<boolean> {
    const view = await this.#parts.states.view(this.id);
    return view === undefined || view.run !== this.#name.run || this.#hasEnded(view);
  }

  /** An operator with fewer items has come to the end of them before this process, which then opens the push again. */
  #hasEnded({ endedAt, phase }: PushView): boolean {
    return endedAt !== undefined && (!this.#isFeeding || phase === 'cancelled');
  }

  async #reportOf(view: PushView): Promise<PushReport> {
    const { settings, phase, read, counts, startedAt, endedAt = startedAt } = view;
    const troubles = await this.#parts.states.troubles(this.#name);
    return {
      id: this.id,
      endpoint: settings.endpoint,
      phase,
      total: read,
      counts,
      startedAt,
      endedAt,
      troubles,
    };
  }

  async #steer(steering: Steering): Promise<void> {
    const { states, jobs } = this.#parts;
    const { phase, putOff } = await states.steer(this.#name, steering);
    if (phase === 'stale') throw replacedError(this.#name);
    if (phase !== 'paused') await jobs.wake(putOff);
  }

  #portionsFrom(place: number): Promise<KeptResult[][]> {
    return this.#parts.states.results(this.#name, place, resultPortions);
  }

  /**
   * Answers `false` where the signal came first.
   *
   * @throws {ConfigError} where the queue closes
   */
  async #sleep(delayMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    const { clock, closing } = this.#parts;
    const either = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    await clock.sleep(delayMs, either).catch(() => undefined);
    if (signal?.aborted === true) return false;
    if (closing.aborted) throw closedError(this.#name);
    return true;
  }
}

function closedError({ id }: RunName): ConfigError {
  return new ConfigError(`push ${id}: the queue was closed before the push had ended`, {
    hint: 'Workers go on with what is in the queue; another `PushQueue` tells how it ends, by `find`.',
  });
}
