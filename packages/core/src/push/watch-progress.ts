import type { Clock } from '../clock/clock.js';
import type { PushProgress } from './push-run.js';

export interface WatchOptions {
  /** @default 1000 */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WatchedPush {
  readonly clock: Clock;
  progress(): Promise<PushProgress>;
  /** Settles when every message has an end. */
  readonly ended: Promise<unknown>;
}

/** The progress of a push where it changed, and once more at its end. An abort ends it without an error. */
export async function* watchProgress(
  { clock, progress, ended }: WatchedPush,
  { everyMs = 1000, signal }: WatchOptions = {},
): AsyncGenerator<PushProgress> {
  let isOver = false;
  let rest = new AbortController();
  const wake = () => rest.abort();
  const end = () => {
    isOver = true;
    wake();
  };
  ended.then(end, end);
  signal?.addEventListener('abort', wake);
  try {
    for (let told = ''; !isOver && signal?.aborted !== true; ) {
      rest = new AbortController();
      const seen = await progress();
      const text = JSON.stringify(seen);
      if (text !== told && seen.endedAt === undefined) yield seen;
      told = text;
      await clock.sleep(everyMs, rest.signal).catch(() => undefined);
    }
  } finally {
    signal?.removeEventListener('abort', wake);
  }
  if (signal?.aborted !== true) yield await progress();
}
