import { ConfigError } from '../../errors/errors.js';
import type { PushClient } from '../push-client.js';
import type { PushItem, PushPlan } from '../push-plan.js';
import { invalidResult, type PushResult } from '../push-result.js';
import type { PushPhase, PushProgress, PushReport, PushRun } from '../push-run.js';
import { endedOf, PushTally } from '../push-tally.js';
import { type ItemOutcome, sendItem } from '../send-item.js';
import { type WatchOptions, watchProgress } from '../watch-progress.js';
import { EndRate } from './end-rate.js';
import { HeldUp } from './held-up.js';
import { ItemReader } from './item-reader.js';
import { lineKeyOf } from './line-key.js';
import { OwnPace } from './own-pace.js';
import { PutOffItems } from './put-off-items.js';
import { ResultReaders } from './result-readers.js';
import { Wake } from './wake.js';

/** Longer waits for a limit are the push's own, so that they take no place among those under way. */
const maxWaitMs = 10_000;
const messageDeadlineMs = 120_000;
/** Items in memory that wait for limits of their recipients; beyond it no more are read. */
const mostPutOff = 1000;
const defaultConcurrency = 64;

interface Task {
  readonly item: PushItem;
  /** Of the line that it comes from. */
  readonly key?: string | undefined;
}

type PutOff = Extract<ItemOutcome, { type: 'put-off' }>;

/** A push that one process does by itself, item by item from the source. */
export class LocalPush implements PushRun {
  readonly id: string;
  readonly #client: PushClient;
  /** Without its items: who keeps an ended push to look at shall not keep them. */
  readonly #plan: Omit<PushPlan, 'items'>;
  readonly #concurrency: number;
  readonly #wake: Wake;
  readonly #reader: ItemReader;
  readonly #results: ResultReaders;
  readonly #tally = new PushTally();
  readonly #rate: EndRate;
  readonly #pace: OwnPace;
  readonly #held: HeldUp;
  readonly #putOff = new PutOffItems();
  /** Ends of those that may have been sent, should they not be tried again. */
  readonly #doubts = new WeakMap<PushItem, PushResult>();
  /** Put off with everything else; they go first. */
  readonly #again: PushItem[] = [];
  readonly #startedAt: number;
  readonly #deadlineAtMs: number;
  readonly #beginsAtMs: number;
  readonly #ended: Promise<PushReport>;
  #phase: PushPhase = 'running';
  #underWay = 0;
  #endedAt: number | undefined;
  #failure: unknown;

  constructor(client: PushClient, { items, ...plan }: PushPlan, signal?: AbortSignal) {
    const { clock } = client;
    this.id = plan.id;
    this.#client = client;
    this.#plan = plan;
    this.#concurrency = plan.concurrency ?? defaultConcurrency;
    this.#wake = new Wake(clock);
    this.#results = new ResultReaders(() => this.#wake.call());
    this.#rate = new EndRate(clock.monotonic());
    this.#pace = new OwnPace(plan.maxPerSecond);
    this.#held = new HeldUp(clock);
    this.#startedAt = clock.now();
    this.#deadlineAtMs = clock.monotonic() + (plan.deadlineMs ?? Number.POSITIVE_INFINITY);
    this.#beginsAtMs = clock.monotonic() + Math.random() * (plan.startSpreadMs ?? 0);
    this.#reader = new ItemReader(items, () => this.#wake.call());
    this.#ended = this.#work(signal);
    // Whoever wants to know asks `finished`; nobody has to.
    this.#ended.catch(() => undefined);
  }

  async progress(): Promise<PushProgress> {
    const nowMs = this.#client.clock.monotonic();
    const { counts } = this.#tally;
    const total = this.#reader.isEnded ? this.#reader.taken : this.#plan.total;
    const perSecond = this.#endedAt === undefined ? this.#rate.perSecond(nowMs) : 0;
    const left = total === undefined ? undefined : Math.max(0, total - endedOf(counts));
    return {
      id: this.id,
      endpoint: this.#plan.endpoint.name,
      phase: this.#phase,
      read: this.#reader.taken,
      total,
      counts,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      perSecond,
      remainingMs: left === undefined ? undefined : remainingMs(left, perSecond),
      waitingFor: this.#waitingFor(),
    };
  }

  watch(options?: WatchOptions): AsyncIterable<PushProgress> {
    const progress = () => this.progress();
    return watchProgress({ clock: this.#client.clock, progress, ended: this.#ended }, options);
  }

  results({ signal }: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterable<PushResult> {
    return this.#results.read(signal);
  }

  async pause(): Promise<void> {
    if (this.#phase === 'running') this.#phase = 'paused';
  }

  async resume(): Promise<void> {
    if (this.#phase === 'paused') this.#phase = 'running';
    this.#wake.call();
  }

  async cancel(): Promise<void> {
    if (this.#endedAt === undefined) this.#stop('CANCELLED', 'the push was cancelled before its turn');
  }

  finished(): Promise<PushReport> {
    return this.#ended;
  }

  async #work(signal: AbortSignal | undefined): Promise<PushReport> {
    const onAbort = () => void this.cancel();
    signal?.addEventListener('abort', onAbort, { once: true });
    if (Number.isFinite(this.#deadlineAtMs)) this.#wake.callAt(this.#deadlineAtMs);
    // Whoever asks for results in the same turn misses none.
    await new Promise(setImmediate);
    if (signal?.aborted === true) onAbort();
    while (!this.#isOver()) {
      if (!this.#step()) await this.#wake.wait();
    }
    signal?.removeEventListener('abort', onAbort);
    return this.#finish();
  }

  #isOver(): boolean {
    if (this.#underWay > 0) return false;
    const isEmpty = this.#reader.isEnded && this.#again.length === 0 && this.#putOff.size === 0;
    return this.#phase === 'cancelled' || (isEmpty && this.#reader.failure === undefined);
  }

  /** Answers `false` where nothing can be done until something changes. */
  #step(): boolean {
    if (this.#phase === 'cancelled') return false;
    if (this.#reader.failure !== undefined) return this.#sourceFailed(this.#reader.failure.cause);
    if (!this.#results.haveRoom) return false;
    const nowMs = this.#client.clock.monotonic();
    if (nowMs >= this.#deadlineAtMs) return this.#expire();
    this.#wake.callAt(this.#deadlineAtMs);
    if (this.#phase === 'paused' || this.#underWay >= this.#concurrency) return false;
    const waitUntilMs = this.#mayBeginAt(nowMs);
    if (waitUntilMs > nowMs) {
      this.#wake.callAt(waitUntilMs);
      return false;
    }
    return this.#beginNext(nowMs);
  }

  #mayBeginAt(nowMs: number): number {
    const heldUntilMs = this.#held.mayBegin ? nowMs : this.#held.untilMs;
    return Math.max(this.#beginsAtMs, heldUntilMs, nowMs + this.#pace.waitMs(nowMs));
  }

  #beginNext(nowMs: number): boolean {
    const first = this.#again.shift();
    const task = first === undefined ? this.#putOff.takeDue(nowMs) : { item: first };
    if (task === undefined) return this.#takeFromSource(nowMs);
    this.#begin(task, nowMs);
    return true;
  }

  #takeFromSource(nowMs: number): boolean {
    this.#wake.callAt(this.#putOff.nextDueMs);
    if (this.#putOff.size >= mostPutOff) return false;
    const entry = this.#reader.take();
    if (entry === undefined) return false;
    if ('invalid' in entry) {
      this.#end(invalidResult(entry));
      return true;
    }
    const key = this.#putOff.hasLines ? lineKeyOf(this.#plan.endpoint, entry) : undefined;
    if (key !== undefined && this.#putOff.has(key)) this.#putOff.join(key, entry);
    else this.#begin({ item: entry }, nowMs);
    return true;
  }

  #begin(task: Task, nowMs: number): void {
    this.#underWay += 1;
    this.#pace.take(nowMs);
    this.#held.takePlace();
    void this.#send(task);
  }

  async #send(task: Task): Promise<void> {
    const options = { maxWaitMs, deadlineMs: messageDeadlineMs };
    try {
      const outcome = await sendItem(this.#client, this.#plan.endpoint, this.#plan, task.item, options);
      this.#settle(task, outcome);
    } catch (error) {
      this.#broke(task, error);
    } finally {
      this.#underWay -= 1;
      this.#wake.call();
    }
  }

  #settle({ item, key }: Task, outcome: ItemOutcome): void {
    const line = outcome.type === 'put-off' ? this.#lineFor(item, outcome) : undefined;
    if (outcome.type === 'put-off' && outcome.otherwise !== undefined)
      this.#doubts.set(item, outcome.otherwise);
    if (key !== undefined && key !== line) this.#putOff.ended(key);
    if (outcome.type === 'ended') {
      if (outcome.result.state === 'sent') this.#held.wentOut();
      this.#end(outcome.result);
    } else if (this.#phase === 'cancelled') {
      this.#endUnsent(item, outcome.error.code, outcome.error.message);
    } else if (line !== undefined) {
      this.#putOff.putOff(line, item, this.#client.clock.monotonic() + outcome.retryAfterMs);
    } else {
      this.#again.push(item);
      this.#held.add(outcome.error, outcome.retryAfterMs);
    }
  }

  /** The line of those that wait for the same as the item does; `undefined` where the whole push waits for it. */
  #lineFor(item: PushItem, { error }: PutOff): string | undefined {
    if (error.code === 'SEND_IN_PROGRESS' || error.code === 'OUTCOME_UNKNOWN') return `id:${item.requestId}`;
    const isRecipients = error.code === 'RATE_LIMITED' && error.scope === 'recipient';
    return isRecipients ? lineKeyOf(this.#plan.endpoint, item) : undefined;
  }

  /** An error that is none of the platform's or ours would meet the next message as well. */
  #broke({ item }: Task, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#end({
      requestId: item.requestId,
      state: 'unknown',
      code: 'UNEXPECTED',
      message,
      errcode: undefined,
    });
    this.#failure ??= error;
    this.#stop('CANCELLED', 'the push broke off before its turn');
  }

  #sourceFailed(cause: unknown): boolean {
    const { sent } = this.#tally.counts;
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    const read = `read ${this.#reader.taken} items, of which ${sent} were sent by then`;
    this.#failure = new ConfigError(`push ${this.id}: its source failed after it had ${read}${reason}`, {
      cause,
      hint: 'Run the same push again when its source can be read: what was sent is not sent twice.',
    });
    this.#stop('CANCELLED', 'the source of the push failed before its turn');
    return true;
  }

  /** Reads no more; what waits ends as not sent, those under way end by themselves. */
  #stop(code: string, message: string): void {
    this.#phase = 'cancelled';
    this.#reader.close();
    for (const item of this.#takeWaiting()) this.#endUnsent(item, code, message);
    this.#wake.call();
  }

  /** The rest is read for its results, and not sent. */
  #expire(): boolean {
    const entry = this.#takeWaiting(1)[0] ?? this.#reader.take();
    if (entry === undefined) return false;
    const message = 'the deadline of the push came before its turn';
    if ('invalid' in entry) this.#end(invalidResult(entry));
    else this.#endUnsent(entry, 'EXPIRED', message);
    return true;
  }

  #takeWaiting(count = Number.POSITIVE_INFINITY): readonly PushItem[] {
    if (this.#again.length < count) this.#again.push(...this.#putOff.drain());
    return this.#again.splice(0, count);
  }

  /** It is not tried again. */
  #endUnsent(item: PushItem, code: string, message: string): void {
    this.#end(this.#doubts.get(item) ?? notSent(item, code, message));
  }

  #end(result: PushResult): void {
    this.#tally.add(result);
    this.#rate.add(this.#client.clock.monotonic());
    this.#results.give(result);
  }

  #finish(): PushReport {
    const endedAt = this.#client.clock.now();
    this.#endedAt = endedAt;
    if (this.#phase !== 'cancelled') this.#phase = 'done';
    this.#wake.close();
    this.#results.end(this.#failure);
    if (this.#failure !== undefined) throw this.#failure;
    const { counts, troubles } = this.#tally;
    const total = this.#reader.taken;
    const { id, endpoint } = this.#plan;
    const startedAt = this.#startedAt;
    return { id, endpoint: endpoint.name, phase: this.#phase, total, counts, startedAt, endedAt, troubles };
  }

  #waitingFor(): string | undefined {
    if (this.#phase !== 'running') return undefined;
    if (this.#underWay === 0 && this.#held.reason !== undefined) return this.#held.reason;
    if (this.#putOff.size < mostPutOff) return undefined;
    return `${this.#putOff.size} messages wait for limits of their recipients`;
  }
}

function notSent({ requestId }: PushItem, code: string, message: string): PushResult {
  return { requestId, state: 'not-sent', code, message };
}

function remainingMs(left: number, perSecond: number): number | undefined {
  if (left === 0) return 0;
  return perSecond === 0 ? undefined : Math.round((left * 1000) / perSecond);
}
