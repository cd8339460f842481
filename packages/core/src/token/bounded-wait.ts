import type { Clock } from '../clock/clock.js';
import { DeadlineError, isWechatError } from '../errors/errors.js';

/** How long one caller is willing to wait. */
export interface CallerBounds {
  /** Aborts at the caller's deadline, too. */
  readonly signal?: AbortSignal | undefined;
}

/** Lets one caller leave a shared piece of work with its signal; the work goes on for the others. */
export async function waitWithin<Result>(work: Promise<Result>, { signal }: CallerBounds): Promise<Result> {
  if (signal === undefined) return work;
  const settled = new AbortController();
  try {
    return await Promise.race([work, rejectOnAbort(signal, settled.signal)]);
  } finally {
    settled.abort();
  }
}

/**
 * Runs work that gets a signal, which aborts after `timeoutMs` or when `closing` does. The answer does not wait for
 * work that ignores the signal.
 */
export async function runWithin<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutMs: number,
  closing: AbortSignal,
  clock: Clock,
): Promise<Result> {
  const timeout = new AbortController();
  const settled = new AbortController();
  const message = `no answer within ${timeoutMs} ms`;
  const timer = rejectAfter(timeoutMs, message, clock, settled.signal).catch((error: unknown) => {
    timeout.abort(error);
    throw error;
  });
  try {
    const running = work(AbortSignal.any([timeout.signal, closing]));
    return await Promise.race([running, timer, rejectOnAbort(closing, settled.signal)]);
  } finally {
    settled.abort();
  }
}

function rejectOnAbort(signal: AbortSignal, settled: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(abortError(signal.reason));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true, signal: settled });
  });
}

function rejectAfter(delayMs: number, message: string, clock: Clock, settled: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    clock.sleep(delayMs, settled).then(
      () => reject(new DeadlineError(message, { reason: 'deadline' })),
      // The wait ended before its time; nobody listens any more.
      () => undefined,
    );
  });
}

function abortError(reason: unknown): Error {
  if (isWechatError(reason)) return reason;
  return new DeadlineError('aborted while waiting for a credential', { reason: 'aborted', cause: reason });
}
