import type { Clock } from '../clock/clock.js';
import type { AttemptFate, SendLease, SendStore } from '../send/send-store.js';
import type { CallHold } from './call-attempts.js';

/** Room beside the attempt itself: getting the token before it, settling after it. */
const slackMs = 15_000;
/** A wait this short does not pay for a round trip. */
const shortWaitMs = 250;

/** Another holder has taken the message over; this one must not send it any more. */
export class LeaseLost extends Error {}

/** Keeps the claim on a message for as long as its call waits and tries. */
export class SendHold implements CallHold {
  readonly #store: SendStore;
  readonly #clock: Clock;
  readonly #lease: SendLease;
  readonly #timeoutMs: number;
  #leaseUntil: number;
  /** The record says that a request may have left, as it does right after the claim. */
  #marked = true;

  constructor(store: SendStore, clock: Clock, lease: SendLease, timeoutMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#lease = lease;
    this.#timeoutMs = timeoutMs;
    this.#leaseUntil = clock.monotonic() + SendHold.leaseFor(timeoutMs);
  }

  static leaseFor(timeoutMs: number): number {
    return timeoutMs + slackMs;
  }

  /** A message that waits with nothing open says so, so that the death of this process leaves no doubt about it. */
  async beforeWait(waitMs: number, fate: AttemptFate): Promise<void> {
    if (waitMs <= shortWaitMs) return;
    const leaseMs = waitMs + SendHold.leaseFor(this.#timeoutMs);
    await this.#keep(leaseMs, this.#store.defer(this.#lease, leaseMs, fate));
    this.#marked = fate === 'open';
  }

  async beforeAttempt(): Promise<void> {
    const remainingMs = this.#leaseUntil - this.#clock.monotonic();
    if (this.#marked && remainingMs > this.#timeoutMs) return;
    const leaseMs = SendHold.leaseFor(this.#timeoutMs);
    await this.#keep(leaseMs, this.#store.begin(this.#lease, leaseMs));
    this.#marked = true;
  }

  async #keep(leaseMs: number, renewal: Promise<boolean>): Promise<void> {
    const askedAt = this.#clock.monotonic();
    if (!(await renewal)) throw new LeaseLost();
    this.#leaseUntil = askedAt + leaseMs;
  }
}
