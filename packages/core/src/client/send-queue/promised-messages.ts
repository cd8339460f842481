import { setMaxListeners } from 'node:events';
import type { Clock } from '../../clock/clock.js';
import type { SendRecord } from '../../send/send-store.js';

/** Beyond it a promise rests on whoever holds the message alone. */
const mostPromised = 10_000;
const firstLookMs = 1_000;
const longestLookMs = 60_000;
/** No call holds a message for longer. */
const watchForMs = 86_400_000;

export interface PromisedMessagesParts {
  readonly clock: Clock;
  readonly find: (requestId: string) => Promise<SendRecord | undefined>;
}

/**
 * Messages that were accepted here while another process held them. Its call may give up without a word and take its
 * record along; then this process, which gave its word, queues the message itself.
 */
export class PromisedMessages {
  readonly #parts: PromisedMessagesParts;
  readonly #promised = new Set<string>();
  readonly #closing = new AbortController();

  constructor(parts: PromisedMessagesParts) {
    this.#parts = parts;
    // Each promise listens; Node would take more than ten for a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** @param queue hands the message to the store, where nobody else has it any more */
  keep(requestId: string, heldForMs: number, queue: () => Promise<unknown>): void {
    if (this.#promised.has(requestId) || this.#promised.size >= mostPromised) return;
    this.#promised.add(requestId);
    void this.#watch(requestId, heldForMs, queue).finally(() => this.#promised.delete(requestId));
  }

  close(): void {
    this.#closing.abort();
  }

  async #watch(requestId: string, heldForMs: number, queue: () => Promise<unknown>): Promise<void> {
    const { clock, find } = this.#parts;
    const until = clock.monotonic() + watchForMs;
    // A holder that keeps its claim says so in the record; one that gives up may do so at any time before.
    let lookMs = Math.min(firstLookMs, heldForMs);
    while (clock.monotonic() < until && (await this.#rested(lookMs))) {
      lookMs = Math.min(longestLookMs, lookMs * 2);
      const record = await find(requestId).catch(() => 'out of reach' as const);
      if (record === 'out of reach' || record?.state === 'pending') continue;
      // What it comes to stands in the store, as for any other call.
      if (record === undefined) await queue().catch(() => undefined);
      return;
    }
  }

  /** Answers `false` at the close. */
  #rested(ms: number): Promise<boolean> {
    const { clock } = this.#parts;
    const { signal } = this.#closing;
    const restMs = ms * (0.75 + Math.random() / 2);
    return (clock.idle?.(restMs, signal) ?? clock.sleep(restMs, signal)).then(
      () => true,
      () => false,
    );
  }
}
