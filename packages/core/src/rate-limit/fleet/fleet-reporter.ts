import type { Clock } from '../../clock/clock.js';
import { isWechatErrorOf, type StoreUnavailableError } from '../../errors/errors.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { FleetView, LimitStore, SharedNote, TimeLineEntry } from '../limit-store.js';
import { CallTally, type CountedCall, type TakenCounts } from './call-tally.js';

/** Every process tells its news this often; so all of them know within a second what one of them knows. */
const reportEveryMs = 800;
/** A limit answer is news that cannot wait; those that come together are told together. */
const urgentMs = 100;
/** Well below the time after which the fleet forgets a process. */
const signOfLifeMs = 5000;
/** A process that made no call for this long is left to be forgotten. */
const restsAfterMs = 10_000;
/** Counts that could not be told for so long would be told as if they were of now, which is worse than not at all. */
const keptMs = 60_000;
const mostNotes = 1000;

export interface FleetReporterOptions {
  readonly store: Pick<LimitStore, 'report' | 'timeLine'>;
  readonly account: string;
  readonly processId: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Called with what the fleet knows, after each report. */
  readonly onView: (view: FleetView) => void;
  /** Whether calls wait, so that word of the others matters although this process has none. @default never */
  readonly isWaiting?: (() => boolean) | undefined;
  /** Hears that the store cannot be reached. @default that is told as `store.trouble`, once until it can be again */
  readonly onLost?: ((error: StoreUnavailableError) => void) | undefined;
}

/** Word of others has not come yet: as if there were none. */
export const alone: FleetView = { processes: 1, rank: 0, recent: [], notes: new Map() };

/**
 * Tells the fleet what this process has counted, and hears what the others have.
 *
 * Nothing is told per call: about once a second while there is news, a tenth of a second after a limit answer, and now
 * and then as a sign of life. Its timers keep no process alive.
 */
export class FleetReporter {
  readonly #options: FleetReporterOptions;
  readonly #tally = new CallTally();
  #notes = new Map<string, SharedNote>();
  #view = alone;
  #pause: Pause | undefined;
  #reporting: Promise<void> | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #touchedAt = Number.NEGATIVE_INFINITY;
  /** Why the last report failed. */
  #trouble: Error | undefined;
  #isClosed = false;

  constructor(options: FleetReporterOptions) {
    this.#options = options;
  }

  /** What the fleet knew at the last report. */
  get view(): FleetView {
    return this.#view;
  }

  /** A call is on its way: this process is one of the fleet. */
  touch(): void {
    this.#touchedAt = this.#options.clock.monotonic();
    if (this.#pause === undefined) this.#dueAfter(this.#untilNextMs());
  }

  /** For every request that ended. Costs a few additions. */
  counted(call: CountedCall): void {
    const nowMs = this.#options.clock.monotonic();
    this.#touchedAt = nowMs;
    this.#tally.add(call, nowMs);
    this.#dueAfter(call.limited ? urgentMs : this.#untilNextMs());
  }

  /** Tells all processes until it expires; `undefined` takes the note away. The latest word per key holds. `flush` tells it at once. */
  note(key: string, text: string | undefined, ttlMs: number): void {
    if (!this.#notes.has(key) && this.#notes.size >= mostNotes) return;
    this.#notes.set(key, { key, text, ttlMs });
    this.#dueAfter(this.#untilNextMs());
  }

  /** Tells everything now. Resolves also where the store cannot be reached; what was to be told is kept then. */
  async flush(): Promise<void> {
    await this.#reporting;
    await this.#report();
    this.#planNext();
  }

  /**
   * Tells everything now, for those who have to know that it was told.
   *
   * @throws {StoreUnavailableError} where the store cannot be reached; what was to be told is kept
   */
  async tellNow(): Promise<void> {
    await this.flush();
    if (this.#trouble !== undefined) throw this.#trouble;
  }

  /** The last quarter of an hour of one endpoint over all processes, oldest first. */
  timeLine(endpoint: string): Promise<readonly TimeLineEntry[]> {
    return this.#options.store.timeLine(this.#options.account, endpoint);
  }

  /** Tells what is left to tell, unless the store is in trouble, and reports no more. */
  async close(): Promise<void> {
    await this.#reporting;
    if (this.#hasNews() && this.#trouble === undefined) await this.#report();
    this.#isClosed = true;
    this.#pause?.alarm.abort();
    this.#pause = undefined;
  }

  #untilNextMs(): number {
    const sinceLastMs = this.#options.clock.monotonic() - this.#reportedAt;
    return Math.max(urgentMs, reportEveryMs - sinceLastMs);
  }

  /** The earlier moment wins. */
  #dueAfter(delayMs: number): void {
    const dueAt = this.#options.clock.monotonic() + delayMs;
    if (this.#isClosed || (this.#pause !== undefined && this.#pause.dueAt <= dueAt)) return;
    this.#pause?.alarm.abort();
    const pause = { dueAt, alarm: new AbortController() };
    this.#pause = pause;
    const { clock } = this.#options;
    const idle = clock.idle?.bind(clock) ?? clock.sleep.bind(clock);
    idle(delayMs, pause.alarm.signal).then(
      () => this.#onDue(pause),
      () => undefined,
    );
  }

  async #onDue(pause: Pause): Promise<void> {
    if (this.#pause !== pause) return;
    this.#pause = undefined;
    await this.flush();
  }

  #planNext(): void {
    if (this.#hasNews() || (this.#options.isWaiting?.() ?? false)) {
      this.#dueAfter(reportEveryMs);
    } else if (this.#options.clock.monotonic() - this.#touchedAt < restsAfterMs) {
      this.#dueAfter(signOfLifeMs);
    }
  }

  #hasNews(): boolean {
    return !this.#tally.isEmpty || this.#notes.size > 0;
  }

  /** One at a time; whoever comes meanwhile waits for the one under way. */
  #report(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#reporting ??= this.#tell().finally(() => {
      this.#reporting = undefined;
    });
    return this.#reporting;
  }

  async #tell(): Promise<void> {
    const { store, account, processId, clock, onView } = this.#options;
    const taken = this.#tally.take();
    const notes = this.#notes;
    this.#notes = new Map();
    this.#reportedAt = clock.monotonic();
    try {
      const { counts } = taken;
      this.#view = await store.report(account, { processId, counts, notes: [...notes.values()] });
      this.#trouble = undefined;
    } catch (error) {
      this.#keep(taken, notes);
      this.#tellTrouble(error);
      return;
    }
    if (!this.#isClosed) onView(this.#view);
  }

  #keep(taken: TakenCounts, notes: ReadonlyMap<string, SharedNote>): void {
    this.#notes = new Map([...notes, ...this.#notes]);
    const nowMs = this.#options.clock.monotonic();
    if (nowMs - (taken.beganAt ?? nowMs) < keptMs) this.#tally.giveBack(taken, nowMs);
  }

  #tellTrouble(error: unknown): void {
    const isNew = this.#trouble === undefined;
    this.#trouble = error instanceof Error ? error : new Error('the limit store failed');
    const { onLost } = this.#options;
    if (onLost !== undefined && isWechatErrorOf(error, 'STORE_UNAVAILABLE')) onLost(error);
    else if (isNew) this.#emitTrouble(error);
  }

  #emitTrouble(error: unknown): void {
    const message = error instanceof Error ? error.message : 'the limit store failed';
    this.#options.telemetry.emit({ type: 'store.trouble', store: 'limit', operation: 'report', message });
  }
}

interface Pause {
  readonly dueAt: number;
  readonly alarm: AbortController;
}
