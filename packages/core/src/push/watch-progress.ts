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
  const over = ended.then(
    () => undefined,
    () => undefined,
  );
  over.then(() => {
    isOver = true;
  });
  let told = '';
  while (!isOver && signal?.aborted !== true) {
    const seen = await progress();
    const text = JSON.stringify(seen);
    if (text !== told && seen.endedAt === undefined) yield seen;
    told = text;
    await sleepUntil(over, clock, everyMs, signal);
  }
  if (signal?.aborted !== true) yield await progress();
}

async function sleepUntil(
  over: Promise<void>,
  clock: Clock,
  everyMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const slept = new AbortController();
  const onAbort = () => slept.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  await Promise.race([over, clock.sleep(everyMs, slept.signal).catch(() => undefined)]);
  signal?.removeEventListener('abort', onAbort);
  slept.abort();
}
