import type { Clock } from '../../clock/clock.js';
import { redactText } from '../../errors/redact.js';
import { fullJitter } from '../../retry/backoff.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { CallbackInbox, InboxLease } from '../callback-inbox.js';
import type { CallbackContext } from '../callback-message.js';
import type { CallbackReply } from '../callback-reply.js';
import type { CallbackFailure } from './callback-handler.js';
import type { RegisteredHandler } from './handler-table.js';
import { HeldLease } from './held-lease.js';
import type { TypedCallback } from './typed-callback.js';
import { type WrittenReply, writeReply } from './written-reply.js';

/** What every event of a receiver is handled with. */
export interface HandlingParts {
  readonly account: string;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly leaseMs: number;
  readonly maxRetries: number;
  /** Settles when whoever listens is done with it; never rejects. */
  onFailure(error: unknown, failure: CallbackFailure): Promise<void>;
  /** Rejects where whoever listens throws. */
  onLateReply(reply: CallbackReply, callback: TypedCallback, context: CallbackContext): Promise<void>;
}

/** An event that no handler can stand, or that ends the process each time, ends as well. */
const mostCalls = 20;
const longestDelayMs = 3_600_000;
const retryBackoff = { baseMs: 1_000, capMs: 60_000 };

type Plan = Pick<CallbackFailure, 'next' | 'waitMs'>;

/**
 * One event in this process' hands: its handlers are called until they have ended well, while the lease is renewed; then the
 * inbox is told. What the platform is answered is settled once: by the first reply, or by whoever waits no longer.
 */
export class Handling {
  readonly #parts: HandlingParts;
  readonly #callback: TypedCallback;
  readonly #lease: HeldLease;
  readonly #pending: Set<RegisteredHandler>;
  readonly #handlers: number;
  readonly #startedAtMs: number;
  /** Ends waits for the next call: the receiver closes. */
  readonly #leaving = new AbortController();
  /** What handlers see: the receiver has closed, or the event is in other hands. */
  readonly #signal = new AbortController();
  #settleAnswer: ((reply: WrittenReply | undefined) => void) | undefined;
  #answered: WrittenReply | undefined;
  #retries = 0;
  #isOver = false;

  /** The first reply, or nothing where no handler gave one in its first call or nobody waits for it any longer. */
  readonly answer: Promise<WrittenReply | undefined>;

  constructor(
    parts: HandlingParts,
    callback: TypedCallback,
    lease: InboxLease,
    handlers: readonly RegisteredHandler[],
  ) {
    this.#parts = parts;
    this.#callback = callback;
    this.#pending = new Set(handlers);
    this.#handlers = handlers.length;
    this.#startedAtMs = parts.clock.monotonic();
    this.#lease = new HeldLease(parts, lease, () => this.#lose());
    this.answer = new Promise((resolve) => {
      this.#settleAnswer = resolve;
    });
  }

  /** What the platform gets is settled now. */
  answerNow(): void {
    this.#settle(undefined);
  }

  /** The same event was taken once more, by this process, since the right to it had ended. `false`: it is over here. */
  adopt(lease: InboxLease): boolean {
    if (!this.#isOver) this.#lease.adopt(lease);
    return !this.#isOver;
  }

  /** Calls the handlers until they have ended well, or somebody else is to do it. Never rejects. */
  async run(): Promise<void> {
    this.#lease.keep();
    try {
      for (let plan = await this.#callHandlers(); plan !== undefined; plan = await this.#callHandlers()) {
        if (!(await this.#isNextCallHere(plan))) return;
      }
      await this.#finish();
    } finally {
      this.#lease.end();
      this.#isOver = true;
    }
  }

  /** No further calls here: an event that waits for one goes back at once. */
  hurry(): void {
    this.#leaving.abort(new Error('the receiver closes'));
  }

  /** Gives up the handlers under way, and the event back. */
  async abandon(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.hurry();
    this.#signal.abort(new Error('the receiver has closed'));
    this.answerNow();
    await this.#lease.giveBack(0);
  }

  #settle(reply: WrittenReply | undefined): boolean {
    const settle = this.#settleAnswer;
    if (settle === undefined) return false;
    this.#settleAnswer = undefined;
    this.#answered = reply;
    settle(reply);
    return true;
  }

  /** What is to be done about those that failed; nothing where all have ended well, in this call or an earlier one. */
  async #callHandlers(): Promise<Plan | undefined> {
    const context = this.#context();
    const errors: unknown[] = [];
    for (const handler of this.#pending) {
      if (this.#isOver) break;
      try {
        const reply = await handler.handle(this.#callback.message, context);
        this.#pending.delete(handler);
        if (reply) await this.#take(reply, context);
      } catch (error) {
        errors.push(error);
      }
    }
    this.#settle(undefined);
    if (errors.length === 0) return undefined;
    const plan = this.#plan();
    if (!this.#isOver) for (const error of errors) await this.#report(error, context, plan);
    return plan;
  }

  #context(): CallbackContext {
    const { kind, name, isDeclared, format } = this.#callback;
    const { account } = this.#parts;
    return {
      kind,
      name,
      isDeclared,
      account,
      format,
      attempt: this.#lease.attempt,
      signal: this.#signal.signal,
    };
  }

  /** A reply that cannot be given is told, and no reason to call the handler again: it has done its work. */
  async #take(reply: CallbackReply, context: CallbackContext): Promise<void> {
    // Whoever has the event now will reply to it.
    if (this.#isOver) return;
    try {
      if (this.#settle(writeReply(reply, this.#callback, this.#parts.clock.now()))) return;
      // Of several replies the first counts, as long as that one was in time.
      if (this.#answered === undefined) await this.#parts.onLateReply(reply, this.#callback, context);
    } catch (error) {
      await this.#report(error, context, { next: 'given-up', waitMs: 0 });
    }
  }

  #plan(): Plan {
    const { attempt } = this.#lease;
    const { maxRetries, leaseMs } = this.#parts;
    if (attempt >= mostCalls) return { next: 'given-up', waitMs: 0 };
    if (attempt <= maxRetries && !this.#leaving.signal.aborted) {
      return { next: 'retry', waitMs: Math.ceil(fullJitter(retryBackoff, this.#retries + 1)) };
    }
    const backoff = { baseMs: leaseMs, capMs: longestDelayMs };
    return { next: 'given-back', waitMs: Math.ceil(leaseMs / 2 + fullJitter(backoff, attempt - maxRetries)) };
  }

  /** Whether the handlers are to be called once more by this process; else the inbox has been told. */
  async #isNextCallHere({ next, waitMs }: Plan): Promise<boolean> {
    if (this.#isOver) return false;
    if (next === 'given-up') await this.#lease.finish(undefined);
    if (next === 'given-back') await this.#lease.giveBack(waitMs);
    if (next !== 'retry') return false;
    await this.#parts.clock.sleep(waitMs, this.#leaving.signal).catch(() => undefined);
    if (this.#isOver) return false;
    if (this.#leaving.signal.aborted) {
      await this.#lease.giveBack(0);
      return false;
    }
    this.#retries += 1;
    return this.#lease.countCall();
  }

  async #report(error: unknown, context: CallbackContext, plan: Plan): Promise<void> {
    const { attempt } = context;
    this.#parts.telemetry.emit({
      type: 'callback.failed',
      ...this.#labels(),
      attempt,
      error: errorText(error),
      ...plan,
    });
    await this.#parts.onFailure(error, { message: this.#callback.message, context, ...plan });
  }

  async #finish(): Promise<void> {
    if (this.#isOver) return;
    const { attempt } = this.#lease;
    const reply = this.#answered === undefined ? undefined : JSON.stringify(this.#answered);
    const durationMs = this.#parts.clock.monotonic() - this.#startedAtMs;
    if (!(await this.#lease.finish(reply))) return;
    const handlers = this.#handlers;
    this.#parts.telemetry.emit({
      type: 'callback.handled',
      ...this.#labels(),
      attempt,
      durationMs,
      handlers,
    });
  }

  #lose(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leaving.abort(new Error('the event is in other hands'));
    this.#signal.abort(new Error('another process has taken the event up'));
    const { attempt } = this.#lease;
    this.#parts.telemetry.emit({ type: 'callback.lease-lost', ...this.#labels(), attempt });
  }

  #labels() {
    return callbackLabels(this.#parts.account, this.#callback);
  }
}

/** No name of the platforms is longer; others are whatever a sender wrote. */
const longestName = 100;

/** What names an event in telemetry. */
export function callbackLabels(account: string, { kind, name, eventKey }: TypedCallback) {
  return { account, kind, name: name.slice(0, longestName), eventKey };
}

function errorText(error: unknown): string {
  return redactText(error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
