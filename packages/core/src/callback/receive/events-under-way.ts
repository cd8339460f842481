import { waitAtMost } from '../../clock/wait-at-most.js';
import type { InboxLease } from '../callback-inbox.js';
import type { HandlerTable } from './handler-table.js';
import { Handling, type HandlingParts } from './handling.js';
import type { TypedCallback } from './typed-callback.js';

/** Handing an event back, of which an inbox that is away hears nothing. */
const giveBackWithinMs = 1_000;

/** What this process is handling. */
export class EventsUnderWay {
  readonly #parts: HandlingParts;
  readonly #handlers: HandlerTable;
  /** By their event keys. */
  readonly #byKey = new Map<string, Handling>();
  readonly #runs = new Set<Promise<void>>();
  #isClosing = false;

  constructor(parts: HandlingParts, handlers: HandlerTable) {
    this.#parts = parts;
    this.#handlers = handlers;
  }

  get size(): number {
    return this.#runs.size;
  }

  /** Begins to handle an event. Where this process does so already, it goes on with the new right to it. */
  start(callback: TypedCallback, lease: InboxLease): Handling {
    const present = this.#byKey.get(lease.eventKey);
    if (present?.adopt(lease)) return present;
    const handling = new Handling(this.#parts, callback, lease, this.#handlers.of(callback));
    this.#byKey.set(lease.eventKey, handling);
    const run = handling.run().finally(() => {
      this.#runs.delete(run);
      if (this.#byKey.get(lease.eventKey) === handling) this.#byKey.delete(lease.eventKey);
    });
    this.#runs.add(run);
    if (this.#isClosing) handling.hurry();
    return handling;
  }

  /** Waits up to `graceMs`; what has not ended then goes back to the inbox. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const handling of this.#byKey.values()) handling.hurry();
    const { clock } = this.#parts;
    // An event that was taken in late may still come.
    const ended = async () => {
      while (this.#runs.size > 0) await Promise.allSettled(this.#runs);
    };
    await waitAtMost(clock, graceMs, ended());
    const left = [...this.#byKey.values()].map((handling) => handling.abandon());
    await waitAtMost(clock, giveBackWithinMs, Promise.all(left));
  }
}
