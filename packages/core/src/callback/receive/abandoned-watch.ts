import type { Clock } from '../../clock/clock.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { AbandonedEntry, CallbackInbox } from '../callback-inbox.js';

export interface AbandonedWatchParts {
  readonly account: string;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly leaseMs: number;
  /** For how many more events this process has room. */
  room(): number;
  handle(entry: AbandonedEntry): void;
}

const mostAtOnce = 20;
/** A process that starts looks soon: it may be there because another one died. */
const longestFirstWaitMs = 5_000;

/**
 * Looks for events that nobody handles any more, with jitter, so that processes that started together do not ask together.
 * Keeps no process alive.
 */
export class AbandonedWatch {
  readonly #parts: AbandonedWatchParts;
  #running: AbortController | undefined;

  constructor(parts: AbandonedWatchParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#running !== undefined) return;
    const running = new AbortController();
    this.#running = running;
    void this.#run(running.signal);
  }

  stop(): void {
    this.#running?.abort(new Error('nobody looks any more'));
    this.#running = undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, leaseMs } = this.#parts;
    const idle = (delayMs: number) =>
      (clock.idle ?? clock.sleep).call(clock, delayMs, signal).catch(() => undefined);
    await idle(Math.random() * Math.min(leaseMs / 2, longestFirstWaitMs));
    while (!signal.aborted) {
      const isMore = await this.#look();
      await idle(isMore ? 0 : leaseMs * (0.25 + Math.random() / 2));
    }
  }

  /** Whether there seem to be more. */
  async #look(): Promise<boolean> {
    const { account, inbox, telemetry, leaseMs } = this.#parts;
    const limit = Math.min(mostAtOnce, this.#parts.room());
    if (limit <= 0) return false;
    try {
      const entries = await inbox.takeAbandoned(account, limit, leaseMs);
      for (const entry of entries) this.#parts.handle(entry);
      return entries.length === limit;
    } catch (error) {
      const message = error instanceof Error ? error.message : 'not an Error';
      telemetry.emit({ type: 'store.trouble', store: 'callback', operation: 'takeAbandoned', message });
      return false;
    }
  }
}
