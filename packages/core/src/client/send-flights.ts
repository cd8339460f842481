import type { AnyReceipt } from '../send/send-receipt.js';
import type { Message } from './message.js';
import { conflictError, stoppedWaitingError } from './send-errors.js';
import { acceptedReceipt } from './send-queue/accepted-receipt.js';

interface Flight {
  readonly fingerprint: string;
  /** Where it does not send the message, the store keeps it. */
  readonly keeps: boolean;
  readonly sending: Promise<AnyReceipt>;
}

/** Single flight within this process: callers of one message share its receipt and need not ask the store for it. */
export class SendFlights {
  readonly #byRequestId = new Map<string, Flight>();

  /**
   * Runs `send`, unless the same message is being sent already: then waits for that receipt, and sends only if there
   * comes none. A message that may be queued does not wait for another one that may.
   *
   * @throws {RequestConflictError} another message is being sent under this id
   * @throws {SendInProgressError} the deadline came first
   */
  share(message: Message, send: () => Promise<AnyReceipt>): Promise<AnyReceipt> {
    const isAlone = this.#find(message.call.requestId) === undefined;
    return isAlone ? this.#fly(message, send()) : this.#join(message, send);
  }

  async #join(message: Message, send: () => Promise<AnyReceipt>): Promise<AnyReceipt> {
    const { requestId, queues } = message.call;
    for (let flight = this.#find(requestId); flight !== undefined; flight = this.#find(requestId)) {
      if (flight.fingerprint !== message.fingerprint) throw conflictError(message.call);
      if (queues && flight.keeps) return acceptedReceipt(requestId, 0, true);
      const receipt = await untilDeadline(message, landingOf(flight));
      if (receipt?.status === 'sent') return { ...receipt, replayed: true };
    }
    return this.#fly(message, send());
  }

  #find(requestId: string): Flight | undefined {
    return this.#byRequestId.get(requestId);
  }

  #fly({ call, fingerprint, takenUp }: Message, sending: Promise<AnyReceipt>): Promise<AnyReceipt> {
    const { requestId, queues } = call;
    this.#byRequestId.set(requestId, { fingerprint, keeps: queues || takenUp, sending });
    const land = () => this.#byRequestId.delete(requestId);
    // Hears of the end before whoever is given the promise.
    sending.then(land, land);
    return sending;
  }
}

/** The receipt; `undefined` where the message was not sent. Never rejects. */
function landingOf({ sending }: Flight): Promise<AnyReceipt | undefined> {
  return sending.catch(() => undefined);
}

async function untilDeadline<Result>({ call }: Message, work: Promise<Result>): Promise<Result> {
  const { signal } = call.deadline;
  if (signal.aborted) throw stoppedWaitingError(call);
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(stoppedWaitingError(call));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
