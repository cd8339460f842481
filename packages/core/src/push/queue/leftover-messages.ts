import type { PendingRecord } from '../../send/send-store.js';
import type { PushClient } from '../push-client.js';

/** About so often, since any worker of the account may do it. */
const everyMs = 30_000;
const firstAfterMs = 5_000;
const atOnce = 8;

/**
 * Finishes messages of pushes whose process died when it knew their end and the send store did not: while the store was
 * away, for example. Their push counted them, so no chunk brings them back.
 */
export class LeftoverMessages {
  readonly #client: PushClient;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;

  constructor(client: PushClient) {
    this.#client = client;
  }

  start(): void {
    this.#work ??= this.#run();
  }

  /** Those under way end. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  async #run(): Promise<void> {
    for (let waitMs = firstAfterMs; await this.#rested(waitMs); waitMs = everyMs) {
      // A store that is away is asked again the next time.
      await this.#client.resumePending({ concurrency: atOnce, only: isLeftover }).catch(() => undefined);
    }
  }

  /** Between three and five quarters of it. Answers `false` at the close. */
  #rested(waitMs: number): Promise<boolean> {
    const { clock } = this.#client;
    const { signal } = this.#closing;
    const restMs = waitMs * (0.75 + Math.random() / 2);
    return (clock.idle?.(restMs, signal) ?? clock.sleep(restMs, signal)).then(
      () => true,
      () => false,
    );
  }
}

/** One that has certainly not left waits for its chunk, whose push may be paused. */
function isLeftover({ push, firstAttemptAt }: PendingRecord): boolean {
  return push !== undefined && firstAttemptAt !== undefined;
}
