import type { Clock } from '../clock/clock.js';
import { CircuitOpenError } from '../errors/errors.js';
import type { CircuitHold } from '../retry/circuit-breakers.js';
import type { Call } from './call.js';
import { contextOf, endedError } from './call-error.js';

/** While a probe is out there is a look every second; the claim on a message is told less often. */
const announcedAheadMs = 5_000;

/** One call's wait for a circuit to let it through. */
export class CircuitWait {
  readonly #call: Call;
  readonly #clock: Clock;
  readonly #beforeWait: (waitMs: number) => Promise<void> | undefined;
  /** Since when, on the steady clock. */
  readonly #startedAt: number;
  #announcedUntil = 0;

  constructor(call: Call, clock: Clock, beforeWait: (waitMs: number) => Promise<void> | undefined) {
    this.#call = call;
    this.#clock = clock;
    this.#beforeWait = beforeWait;
    this.#startedAt = clock.monotonic();
  }

  /**
   * Waits until it is worth asking the circuit again.
   *
   * @throws {CircuitOpenError} at once where the call does not want to wait for so long, or has not the time; and when it
   *   has waited for as long as it wants to
   * @throws {DeadlineError} where the caller aborted
   */
  async untilWorthAsking({ waitMs, change }: CircuitHold): Promise<void> {
    const { deadline, onLimit } = this.#call;
    if (deadline.reason() === 'aborted') throw endedError(this.#call, 0);
    if (onLimit !== 'wait' || waitMs >= this.#patienceMs()) throw circuitOpenError(this.#call, waitMs);
    await this.#announce(waitMs);
    // Either signal only ends the wait; why it ended shows when the circuit is asked again.
    await this.#clock.sleep(waitMs, AbortSignal.any([deadline.signal, change])).catch(() => undefined);
  }

  #patienceMs(): number {
    const { deadline, maxWaitMs } = this.#call;
    if (maxWaitMs === undefined) return deadline.remainingMs();
    return Math.min(deadline.remainingMs(), this.#startedAt + maxWaitMs - this.#clock.monotonic());
  }

  async #announce(waitMs: number): Promise<void> {
    const until = this.#clock.monotonic() + waitMs;
    if (until <= this.#announcedUntil) return;
    this.#announcedUntil = until + announcedAheadMs;
    await this.#beforeWait(waitMs + announcedAheadMs);
  }
}

function circuitOpenError(call: Call, waitMs: number): CircuitOpenError {
  const retryAfterMs = Math.ceil(waitMs);
  const seconds = (retryAfterMs / 1000).toFixed(1);
  return new CircuitOpenError(
    `${call.endpoint.name}: not sent, its latest calls got no answer; it is tried again in ${seconds} s`,
    {
      ...contextOf(call, 0),
      retryAfterMs,
      hint: 'Call again then, with the same requestId if it has one. `limits.circuit` says when a circuit opens.',
    },
  );
}
