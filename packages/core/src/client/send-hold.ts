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
  /** The record says that a request may have left. */
  #marked: boolean;
  /** The latest word on a wait. The limiter does not wait for the later ones, so a request may be about to leave meanwhile. */
  #deferred: Promise<void> | undefined;

  /** @param begun whether the claim has announced the first request */
  constructor(store: SendStore, clock: Clock, lease: SendLease, timeoutMs: number, begun = true) {
    this.#store = store;
    this.#clock = clock;
    this.#lease = lease;
    this.#timeoutMs = timeoutMs;
    this.#marked = begun;
    this.#leaseUntil = clock.monotonic() + SendHold.leaseFor(timeoutMs);
  }

  static leaseFor(timeoutMs: number): number {
    return timeoutMs + slackMs;
  }

  /** A message that waits with nothing open says so, so that the death of this process leaves no doubt about it. */
  beforeWait(waitMs: number, fate: AttemptFate): Promise<void> | undefined {
    if (waitMs <= shortWaitMs) return undefined;
    // Before the answer: where it gets lost, nobody knows what the record says.
    this.#marked = fate === 'open';
    this.#deferred = this.#defer(this.#deferred, waitMs + SendHold.leaseFor(this.#timeoutMs), fate);
    return this.#deferred;
  }

  beforeAttempt(): Promise<void> | undefined {
    if (this.#deferred === undefined && this.#isAnnounced()) return undefined;
    return this.#announce();
  }

  #isAnnounced(): boolean {
    return this.#marked && this.#leaseUntil - this.#clock.monotonic() > this.#timeoutMs;
  }

  async #announce(): Promise<void> {
    // A word that the store hears after the announcement would take it back.
    await this.#deferred;
    if (this.#isAnnounced()) return;
    const leaseMs = SendHold.leaseFor(this.#timeoutMs);
    await this.#keep(leaseMs, () => this.#store.begin(this.#lease, leaseMs));
    this.#marked = true;
  }

  /** Leaves the message to whoever comes first once it is due; nothing of it is under way. */
  async park(dueInMs: number, fate: AttemptFate): Promise<void> {
    // An earlier word on a wait must not come after this one, and may have failed.
    await this.#deferred?.catch(() => undefined);
    await this.#defer(undefined, dueInMs, fate);
  }

  async #defer(before: Promise<void> | undefined, leaseMs: number, fate: AttemptFate): Promise<void> {
    await before;
    await this.#keep(leaseMs, () => this.#store.defer(this.#lease, leaseMs, fate));
  }

  async #keep(leaseMs: number, renew: () => Promise<boolean>): Promise<void> {
    const askedAt = this.#clock.monotonic();
    if (!(await renew())) throw new LeaseLost();
    this.#leaseUntil = askedAt + leaseMs;
  }
}
