import type { Clock } from '../../clock/clock.js';
import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import type { AnyWechatError } from '../../errors/errors.js';
import type { PushClient } from '../push-client.js';
import type { PushItem } from '../push-plan.js';
import type { PushResult } from '../push-result.js';
import { resultOfRecord } from '../result-of-record.js';
import { type ItemOutcome, sendItem } from '../send-item.js';
import type { KeptResult } from './chunk-codec.js';
import { letterOf, openLetter } from './item-letters.js';
import type { RunName } from './push-keys.js';
import type { PushLane } from './push-lane.js';
import type { ChunkBegin, PushStates } from './push-states.js';

export interface ChunkRunParts {
  readonly client: PushClient;
  readonly states: PushStates;
  readonly lane: PushLane;
  readonly maxWaitMs: number;
  readonly deadlineMs: number;
  /** Ends what is under way, when the worker has no time left. */
  readonly signal: AbortSignal;
}

export interface Chunk {
  readonly name: RunName;
  readonly chunk: string;
  readonly items: readonly PushItem[];
  readonly endpoint: AnyMessageEndpoint;
  readonly begin: ChunkBegin;
}

/** `left`: not every item has an end. Where only single recipients are waited for, it is worth looking again after `forMs`. */
export type ChunkEnd = { readonly type: 'ended' } | { readonly type: 'left'; readonly forMs: number };

const noteEveryMs = 1_000;
const leastLeftMs = 250;

const unsent = {
  cancelled: { code: 'CANCELLED', message: 'The push was cancelled before this message began.' },
  expired: { code: 'EXPIRED', message: 'The deadline of the push came before this message began.' },
} as const;

/** One worker's go at one chunk. Nothing that happens to one of its items fails it. */
export class ChunkRun {
  readonly #parts: ChunkRunParts;
  readonly #chunk: Chunk;
  readonly #clock: Clock;
  /** Ends that Redis has not heard of. */
  readonly #news = new Map<number, KeptResult>();
  /** Items that are waited for, and until when. */
  readonly #aside = new Map<number, number>();
  #letters: string;
  #noting: Promise<void> = Promise.resolve();
  /** Somebody else has done the chunk, or the push has begun anew. */
  #isGone = false;

  constructor(parts: ChunkRunParts, chunk: Chunk) {
    this.#parts = parts;
    this.#chunk = chunk;
    this.#clock = parts.client.clock;
    this.#letters = chunk.begin.letters || openLetter.repeat(chunk.items.length);
  }

  /** @throws {StoreUnavailableError} where the ends could not be noted: whoever runs the chunk again finds them in the send store */
  async run(): Promise<ChunkEnd> {
    const timer = setInterval(() => this.#noteQuietly(), noteEveryMs);
    try {
      await this.#sendAll();
    } finally {
      clearInterval(timer);
    }
    const { standstill } = this.#parts.lane;
    if (standstill?.type === 'cancelled' || standstill?.type === 'expired')
      await this.#endRest(standstill.type);
    await this.#note(standstill?.type === 'shut' ? standstill : undefined);
    if (this.#isGone || !this.#letters.includes(openLetter)) return { type: 'ended' };
    return { type: 'left', forMs: this.#leftMs() };
  }

  async #sendAll(): Promise<void> {
    const { lane } = this.#parts;
    const underWay = new Set<Promise<void>>();
    for (const index of this.#openItems()) {
      if (this.#isGone || !(await lane.enter())) break;
      const sending = this.#send(index).finally(() => {
        lane.leave();
        underWay.delete(sending);
      });
      underWay.add(sending);
    }
    await Promise.all(underWay);
  }

  #openItems(): number[] {
    return this.#chunk.items.map((_, index) => index).filter((index) => this.#letters[index] === openLetter);
  }

  async #send(index: number): Promise<void> {
    const { lane, signal } = this.#parts;
    const item = this.#chunk.items[index];
    if (item === undefined || !(await this.#hasItsMoment(index))) return;
    const startedAt = this.#clock.monotonic();
    const outcome = await this.#outcomeOf(item);
    if (outcome.type === 'put-off') {
      this.#putOff(index, outcome);
      return;
    }
    const { state } = outcome.result;
    // What ended because the worker is closing has no end: whoever takes the chunk next finds out.
    if (signal.aborted && (state === 'not-sent' || state === 'unknown')) return;
    lane.took(this.#clock.monotonic() - startedAt);
    this.#end(index, outcome.result);
  }

  async #outcomeOf(item: PushItem): Promise<ItemOutcome> {
    const { client, maxWaitMs, deadlineMs, signal } = this.#parts;
    const { endpoint, begin } = this.#chunk;
    const { endpoint: _, ...settings } = begin.settings;
    try {
      return await sendItem(client, endpoint, settings, item, { maxWaitMs, deadlineMs, signal });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const { requestId } = item;
      return {
        type: 'ended',
        result: { requestId, state: 'unknown', code: 'UNEXPECTED', message, errcode: undefined },
      };
    }
  }

  /** The push's own pace, beside the account's limits. */
  async #hasItsMoment(index: number): Promise<boolean> {
    const { states, lane, maxWaitMs, signal } = this.#parts;
    const { id, maxPerSecond } = this.#chunk.begin.settings;
    if (maxPerSecond === undefined) return true;
    const moment = await states.takeMoment(id, maxPerSecond, maxWaitMs).catch(() => undefined);
    if (moment?.isTaken) {
      await this.#clock.sleep(moment.waitMs, signal).catch(() => undefined);
      return !signal.aborted;
    }
    const waitMs = moment?.waitMs ?? maxWaitMs;
    lane.shutFor(
      Math.max(leastLeftMs, waitMs - maxWaitMs / 2),
      `the push's own pace of ${maxPerSecond} per second`,
    );
    this.#aside.set(index, this.#clock.monotonic() + waitMs);
    return false;
  }

  #putOff(index: number, { error, retryAfterMs }: Extract<ItemOutcome, { type: 'put-off' }>): void {
    this.#aside.set(index, this.#clock.monotonic() + retryAfterMs);
    if (isOneItems(error)) return;
    this.#parts.lane.shutFor(retryAfterMs, error.message);
  }

  #end(index: number, result: PushResult): void {
    this.#aside.delete(index);
    const request = result.state === 'failed' ? { request: this.#chunk.items[index]?.request } : {};
    this.#news.set(index, { result, ...request });
  }

  /** Another worker, or an earlier run, may have begun them: what the send store says of them is their end. */
  async #endRest(why: 'cancelled' | 'expired'): Promise<void> {
    const open = this.#openItems().filter((index) => !this.#news.has(index));
    await Promise.all(open.map((index) => this.#endUnsent(index, why)));
  }

  async #endUnsent(index: number, why: 'cancelled' | 'expired'): Promise<void> {
    const { requestId = '' } = this.#chunk.items[index] ?? {};
    try {
      const record = await this.#parts.client.sends.find(requestId);
      const known = record && resultOfRecord(record);
      this.#end(index, known ?? { requestId, state: 'not-sent', ...unsent[why] });
    } catch {
      // Without its word none of them has an end: whoever looks again asks again.
      this.#aside.set(index, this.#clock.monotonic() + leastLeftMs);
    }
  }

  #noteQuietly(): void {
    // The last note of the run counts; this one only keeps others informed, and this one of what others said.
    this.#note().catch(() => undefined);
  }

  #note(shut?: { readonly reason: string; readonly forMs: number }): Promise<void> {
    this.#noting = this.#noting.catch(() => undefined).then(() => this.#noteNews(shut));
    return this.#noting;
  }

  async #noteNews(waiting: { readonly reason: string; readonly forMs: number } | undefined): Promise<void> {
    const { states, lane } = this.#parts;
    const { name, chunk, items } = this.#chunk;
    while (!this.#isGone) {
      const told = [...this.#news];
      const letters = Array.from(items, () => openLetter);
      for (const [index, { result }] of told) letters[index] = letterOf(result);
      const results = told.map(([, kept]) => kept);
      const answer = await states.noteChunk(name, chunk, { letters: letters.join(''), results, waiting });
      if (answer.phase !== undefined) lane.isNow(answer.phase);
      this.#isGone = answer.type === 'gone';
      // An empty word: all of them have an end, or none has.
      if (answer.letters !== '') this.#letters = answer.letters;
      else if (answer.type === 'noted' && told.length > 0) this.#letters = '';
      if (answer.type === 'noted') for (const [index] of told) this.#news.delete(index);
      if (answer.type !== 'known') return;
      for (const [index] of told) if (this.#letters[index] !== openLetter) this.#news.delete(index);
    }
  }

  /** The first moment at which one of those aside may go, or all of them. */
  #leftMs(): number {
    const now = this.#clock.monotonic();
    const waits = [...this.#aside.values()].map((until) => until - now);
    return Math.max(leastLeftMs, waits.length === 0 ? 0 : Math.min(...waits));
  }
}

/** It says nothing about the other messages. */
function isOneItems(error: AnyWechatError): boolean {
  if (error.code === 'SEND_IN_PROGRESS' || error.code === 'OUTCOME_UNKNOWN') return true;
  return error.code === 'RATE_LIMITED' && error.scope === 'recipient';
}
