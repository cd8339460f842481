import type { Clock } from '../../clock/clock.js';
import { fullJitter } from '../../retry/backoff.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { CallbackInbox, InboxLease } from '../callback-inbox.js';

export interface HeldLeaseParts {
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly leaseMs: number;
}

/** An inbox that comes back is told within this, before another process looks for events whose leases ran out. */
const finishBackoff = { baseMs: 200, capMs: 2_000 };

/** The right to handle one event, renewed until it ends. */
export class HeldLease {
  readonly #parts: HeldLeaseParts;
  readonly #onLost: () => void;
  readonly #ended = new AbortController();
  #lease: InboxLease;

  /** @param onLost another process has taken the event up */
  constructor(parts: HeldLeaseParts, lease: InboxLease, onLost: () => void) {
    this.#parts = parts;
    this.#lease = lease;
    this.#onLost = onLost;
  }

  /** Calls of the handlers so far, the present one included. */
  get attempt(): number {
    return this.#lease.attempt;
  }

  /** Renews the lease until `end`. An inbox that cannot be asked is asked again at the next turn. */
  keep(): void {
    void this.#keep();
  }

  end(): void {
    this.#ended.abort(new Error('the lease has ended'));
  }

  adopt(lease: InboxLease): void {
    this.#lease = lease;
  }

  /** The handlers are called once more. `false`: another process has the event. */
  async countCall(): Promise<boolean> {
    this.#lease = { ...this.#lease, attempt: this.#lease.attempt + 1 };
    return this.#renew();
  }

  /** Tells the inbox, however long that takes. `false`: another process had taken the event up, or the receiver closed. */
  async finish(reply: string | undefined): Promise<boolean> {
    for (let attempt = 1; !this.#isEnded; attempt += 1) {
      const lease = this.#lease;
      const answer = await this.#ask('finish', (inbox) => inbox.finish(lease, reply));
      if (answer === true) return true;
      if (answer === false && lease.token === this.#lease.token) {
        this.#onLost();
        return false;
      }
      await this.#sleep(fullJitter(finishBackoff, attempt));
    }
    return false;
  }

  /** Where the inbox cannot be told, the lease runs out by itself. */
  async giveBack(delayMs: number): Promise<void> {
    const lease = this.#lease;
    this.end();
    await this.#ask('giveBack', (inbox) => inbox.giveBack(lease, delayMs));
  }

  get #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  async #keep(): Promise<void> {
    for (;;) {
      await this.#sleep(this.#parts.leaseMs / 3);
      if (this.#isEnded || !(await this.#renew())) return;
    }
  }

  async #renew(): Promise<boolean> {
    const lease = this.#lease;
    const answer = await this.#ask('renew', (inbox) => inbox.renew(lease, this.#parts.leaseMs));
    const isLost = answer === false && !this.#isEnded && lease.token === this.#lease.token;
    if (isLost) this.#onLost();
    return !isLost;
  }

  async #ask(
    operation: string,
    step: (inbox: CallbackInbox) => Promise<boolean>,
  ): Promise<boolean | undefined> {
    try {
      return await step(this.#parts.inbox);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'not an Error';
      this.#parts.telemetry.emit({ type: 'store.trouble', store: 'callback', operation, message });
      return undefined;
    }
  }

  async #sleep(delayMs: number): Promise<void> {
    await this.#parts.clock.sleep(delayMs, this.#ended.signal).catch(() => undefined);
  }
}
