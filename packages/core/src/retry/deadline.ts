import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock/clock.js';
import { systemClock } from '../clock/clock.js';
import { DeadlineError } from '../errors/errors.js';

/** A reason of our own spares the DOMException, stack and all, that abort() would make for every call. */
const disposed = 'disposed';

export type DeadlineReason = 'deadline' | 'aborted';

/**
 * The end of one call: its overall time or the caller's abort, whichever comes first.
 *
 * Made for every call, so it costs two numbers until `signal` is read; only then are there a timer and a listener, and
 * `dispose` must take them away.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #endsAtMs: number;
  readonly #callerSignal: AbortSignal | undefined;
  #reason: DeadlineReason | undefined;
  #controller: AbortController | undefined;
  #aborted: Set<() => void> | undefined;
  #timer: AbortController | undefined;

  constructor(deadlineMs: number, callerSignal?: AbortSignal, clock: Clock = systemClock) {
    this.#clock = clock;
    this.#endsAtMs = clock.monotonic() + deadlineMs;
    this.#callerSignal = callerSignal;
    // One signal may end a whole batch; Node takes more than ten listeners for a leak.
    if (callerSignal instanceof EventTarget) setMaxListeners(0, callerSignal);
  }

  /** What the caller gave, for waits and attempts that end before the deadline anyway. Costs nothing. */
  get callerSignal(): AbortSignal | undefined {
    return this.#callerSignal;
  }

  /** Never negative; 0 once the call is over. */
  remainingMs(): number {
    if (this.#reason !== undefined || this.#callerSignal?.aborted) return 0;
    return Math.max(0, this.#endsAtMs - this.#clock.monotonic());
  }

  /** Why the call is over, or `undefined` while it is not. The first reason stays. */
  reason(): DeadlineReason | undefined {
    this.#reason ??= this.#callerSignal?.aborted ? 'aborted' : this.#isPast() ? 'deadline' : undefined;
    return this.#reason;
  }

  /** Aborts with a DeadlineError at the deadline or with the caller. Made at the first reading; call `dispose` afterwards. */
  get signal(): AbortSignal {
    this.#controller ??= this.#arm(new AbortController());
    return this.#controller.signal;
  }

  /**
   * Calls `listener` when the caller or the client ends the call before its time. For those who look after the time
   * themselves, many calls by one timer. Answers a function that takes the listener back, which must be called.
   */
  onAbort(listener: () => void): () => void {
    this.#aborted ??= new Set();
    const listeners = this.#aborted.add(listener);
    if (listeners.size === 1)
      this.#callerSignal?.addEventListener('abort', this.#onCallerAbort, { once: true });
    return () => listeners.delete(listener);
  }

  /** Ends the call as its caller's abort would, except for an attempt that is on the wire. */
  abort(): void {
    this.#fire('aborted');
  }

  /** Lets go of timer and listener. The signal, if any, then stays as it is. */
  dispose(): void {
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort);
    this.#timer?.abort(disposed);
    this.#timer = undefined;
  }

  #isPast(): boolean {
    return this.#clock.monotonic() >= this.#endsAtMs;
  }

  #arm(controller: AbortController): AbortController {
    const reason = this.reason();
    if (reason !== undefined) {
      controller.abort(overBecause(reason));
      return controller;
    }
    this.#callerSignal?.addEventListener('abort', this.#onCallerAbort, { once: true });
    this.#timer = new AbortController();
    this.#clock.sleep(this.remainingMs(), this.#timer.signal).then(
      () => this.#fire('deadline'),
      // Disposed before it fired.
      () => {},
    );
    return controller;
  }

  #onCallerAbort = (): void => this.#fire('aborted');

  #fire(reason: DeadlineReason): void {
    this.#reason ??= reason;
    this.dispose();
    this.#controller?.abort(overBecause(this.#reason));
    for (const listener of this.#aborted ?? []) listener();
  }
}

function overBecause(reason: DeadlineReason): DeadlineError {
  const message =
    reason === 'deadline' ? 'the deadline of the call has passed' : 'the caller aborted the call';
  return new DeadlineError(message, { reason });
}
