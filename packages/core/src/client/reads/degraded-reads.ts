import { setMaxListeners } from 'node:events';
import type { Clock } from '../../clock/clock.js';
import {
  type CircuitOpenError,
  isWechatError,
  type RateLimitError,
  type WechatErrorCode,
} from '../../errors/errors.js';
import type { Call } from '../call.js';
import { type CallEventParts, tellDegraded } from '../call-events.js';
import type { KeptAnswers } from './kept-answers.js';
import { readAgain } from './read-again.js';

export interface DegradedReadsParts extends CallEventParts {
  readonly clock: Clock;
  readonly kept: KeptAnswers;
  /** Asks the platform once more for what a call asked, in the background; what comes is kept. */
  readonly refresh: (call: Call) => Promise<unknown>;
}

type Held = RateLimitError | CircuitOpenError;

/** Keys hold what callers ask; reads beyond this many keys are not asked again in the background. */
const mostRefreshes = 1_000;

/** Answers reads that a limit or an open circuit stands in the way of, and sees to it that newer answers come. */
export class DegradedReads {
  readonly #parts: DegradedReadsParts;
  /** By key: why the platform is not asked before the background has. */
  readonly #refreshing = new Map<string, WechatErrorCode>();
  readonly #closing = signalOfMany();
  /** Aborts when a barrier has been reopened before its time. */
  #reopened = signalOfMany();

  constructor(parts: DegradedReadsParts) {
    this.#parts = parts;
    parts.telemetry.on('barrier.opened', () => this.#askNow());
  }

  /**
   * What `ask` answers; where it is held back, the last good answer, else what the caller's `fallback` gives.
   *
   * @throws {RateLimitError} where there is neither
   * @throws {CircuitOpenError} likewise
   */
  async answer(call: Call, key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const reason = this.#refreshing.get(key);
    const known = reason && this.#lastGood(call, key, reason);
    if (known) return known.value;
    try {
      return await ask();
    } catch (error) {
      if (!isHeldBack(error)) throw error;
      this.#refreshLater(call, key, error);
      return this.#instead(call, key, error);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #instead(call: Call, key: string, error: Held): Promise<unknown> {
    const lastGood = this.#lastGood(call, key, error.code);
    if (lastGood) return lastGood.value;
    if (call.fallback === undefined) throw error;
    const value = await inTime(call, call.fallback);
    tellDegraded(this.#parts, call, 'fallback', undefined, error.code);
    return value;
  }

  #lastGood(call: Call, key: string, reason: WechatErrorCode): { readonly value: unknown } | undefined {
    const latest = this.#parts.kept.latest(key);
    const read = latest && readAgain(call.endpoint, latest.answer);
    if (read) tellDegraded(this.#parts, call, 'last-good', latest.ageMs, reason);
    return read;
  }

  /** One per key, however many callers fail meanwhile. */
  #refreshLater(call: Call, key: string, { code, retryAfterMs }: Held): void {
    if (this.#refreshing.has(key) || this.#refreshing.size >= mostRefreshes) return;
    this.#refreshing.set(key, code);
    void this.#refresh(call, retryAfterMs)
      // What goes wrong here goes wrong for the next caller, too, who hears of it.
      .catch(() => undefined)
      .finally(() => this.#refreshing.delete(key));
  }

  async #refresh(call: Call, delayMs: number): Promise<void> {
    const { clock, refresh } = this.#parts;
    const signal = AbortSignal.any([this.#closing.signal, this.#reopened.signal]);
    await (clock.idle?.(delayMs, signal) ?? clock.sleep(delayMs, signal)).catch(() => undefined);
    if (!this.#closing.signal.aborted) await refresh(call);
  }

  /** The moment that a refusal named no longer holds. */
  #askNow(): void {
    const waiting = this.#reopened;
    this.#reopened = signalOfMany();
    waiting.abort();
  }
}

/** One listener per key that waits, which is no leak. */
function signalOfMany(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** A fallback has no longer than its call: one that never settles must not keep the caller for ever. */
async function inTime(call: Call, fallback: () => unknown): Promise<unknown> {
  const { signal } = call.deadline;
  const isOver = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // A fallback that throws at once leaves this one with nobody who hears of it.
  isOver.catch(() => undefined);
  return Promise.race([fallback(), isOver]);
}

function isHeldBack(error: unknown): error is Held {
  return isWechatError(error) && (error.code === 'RATE_LIMITED' || error.code === 'CIRCUIT_OPEN');
}
