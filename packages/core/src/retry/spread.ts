import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { type Clock, systemClock } from '../clock/clock.js';
import { ConfigError } from '../errors/errors.js';

/** What Node's timers can hold. */
const longestDelayMs = 2 ** 31 - 1;

/** How a timed job waits for its own moment. */
export interface SpreadOptions {
  /** Whose moment it is, for example a tenant's id: the same key waits equally long each time. @default a new moment each time */
  readonly key?: string | undefined;
  /** Ends the wait; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** @default the host's clock */
  readonly clock?: Clock | undefined;
}

/**
 * A delay in whole milliseconds, from `fromMs` to less than `toMs`: evenly random, or, with a `key`, always the same one
 * for that key. Jobs that a timer starts together then begin apart.
 *
 * WeCom asks callers to stay away from :00 and :30. A job that a timer starts on the hour does so with
 * `spread(60_000, 29 * 60_000)`.
 *
 * @throws {ConfigError} unless 0 ≤ `fromMs` ≤ `toMs`, in whole milliseconds up to 24 days
 * @see https://developer.work.weixin.qq.com/document/path/90454
 */
export function spread(fromMs: number, toMs: number, key?: string): number {
  checkSpan(fromMs, toMs);
  const share = key === undefined ? Math.random() : shareOf(key);
  return fromMs + Math.floor(share * (toMs - fromMs));
}

/**
 * Waits for `spread(fromMs, toMs, key)`. The first line of a timed job:
 * `await sleepSpread(0, 30 * 60_000, { key: tenantId })`.
 *
 * @throws {ConfigError} as `spread` does
 */
export async function sleepSpread(fromMs: number, toMs: number, options: SpreadOptions = {}): Promise<void> {
  const { key, signal, clock = systemClock } = options;
  await clock.sleep(spread(fromMs, toMs, key), signal);
}

/**
 * Runs `work` after `spread(fromMs, toMs, key)`, and answers what it answers. An aborted wait never starts it.
 *
 * @throws {ConfigError} as `spread` does
 */
export async function startSpread<Result>(
  work: () => Result | Promise<Result>,
  { fromMs, toMs, ...options }: SpreadOptions & { readonly fromMs: number; readonly toMs: number },
): Promise<Result> {
  await sleepSpread(fromMs, toMs, options);
  return work();
}

/**
 * The start offset of this process, in whole milliseconds below `maxMs`. The same one each time within a process (or
 * worker thread), different ones in different processes and on different hosts.
 */
export function processOffsetMs(maxMs = 5_000): number {
  return spread(0, maxMs, `${hostname()}/${process.pid}/${threadId}`);
}

/** Evenly from 0 (included) to 1 (not included), also where keys differ in one digit. */
function shareOf(key: string): number {
  return createHash('sha256').update(key).digest().readUIntBE(0, 6) / 2 ** 48;
}

function checkSpan(fromMs: number, toMs: number): void {
  const isDelay = (ms: number) => Number.isInteger(ms) && ms >= 0 && ms <= longestDelayMs;
  if (isDelay(fromMs) && isDelay(toMs) && fromMs <= toMs) return;
  throw new ConfigError(`spread: ${fromMs} to ${toMs} is no span of time`, {
    issues: [{ path: fromMs > toMs ? 'toMs' : 'fromMs', message: `got ${fromMs} to ${toMs}` }],
    hint: 'Give two whole numbers of milliseconds, the smaller one first, up to 24 days.',
  });
}
