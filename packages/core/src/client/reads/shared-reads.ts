import type { Call, CallEnd } from '../call.js';
import { endedError } from '../call-error.js';

interface Flight {
  /** How it ended, and whether that holds for whoever waits. */
  readonly landed: Promise<Landing>;
}

type Landing = { readonly end: CallEnd; readonly holdsForAll: boolean } | undefined;

/** How a read ended, and whether it was another caller's request that ended so. */
export interface SharedEnd {
  readonly end: CallEnd;
  readonly isShared: boolean;
}

/** Single flight within this process: identical reads that are under way are one request. */
export class SharedReads {
  readonly #flights = new Map<string, Flight>();

  /**
   * Runs `ask`, unless the same is being asked already: then waits for that answer, within the caller's own time. Where
   * the other request ended by its own caller's abort or want of time, those who have time left ask again.
   */
  async run(call: Call, key: string, ask: () => Promise<CallEnd>): Promise<SharedEnd> {
    const flightKey = flightKeyOf(call, key);
    for (let flight = this.#flights.get(flightKey); flight; flight = this.#flights.get(flightKey)) {
      const landing = await untilEnded(call, flight.landed);
      if (landing === 'ended') return { end: endedWaiting(call), isShared: true };
      if (landing?.holdsForAll) return { end: landing.end, isShared: true };
    }
    return { end: await this.#fly(call, flightKey, ask()), isShared: false };
  }

  /** Reads that begin from now on ask anew: what is under way may answer with what was before. */
  forget(): void {
    this.#flights.clear();
  }

  async #fly(call: Call, flightKey: string, asking: Promise<CallEnd>): Promise<CallEnd> {
    const landed = asking.then(
      (end) => ({ end, holdsForAll: holdsForAll(call, end) }),
      () => undefined,
    );
    const flight = { landed };
    this.#flights.set(flightKey, flight);
    try {
      return await asking;
    } finally {
      if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey);
    }
  }
}

/** Who does not wait must not stand in line with somebody who does, nor take from another one's budget. */
function flightKeyOf({ onLimit, maxWaitMs, group = '', tenant = '' }: Call, key: string): string {
  return `${onLimit} ${maxWaitMs} ${group} ${tenant} ${key}`;
}

function holdsForAll({ deadline, trace, onLimit }: Call, end: CallEnd): boolean {
  if (end.type === 'done') return true;
  if (deadline.reason() !== undefined || trace.exhausted === 'deadline') return false;
  const { code } = end.error;
  const isHeldBack = code === 'RATE_LIMITED' || code === 'CIRCUIT_OPEN';
  return code !== 'DEADLINE' && !(isHeldBack && onLimit === 'wait');
}

/** Waits for something as long as the caller has time. */
export async function untilEnded<Result>(
  { deadline }: Call,
  work: Promise<Result>,
): Promise<Result | 'ended'> {
  const { signal } = deadline;
  if (signal.aborted) return 'ended';
  let onAbort = () => {};
  const aborted = new Promise<'ended'>((resolve) => {
    onAbort = () => resolve('ended');
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The end of a call that left before anything was done for it. */
export function endedWaiting(call: Call): CallEnd {
  return {
    type: 'not-done',
    error: endedError(call, 0),
    permanent: false,
    attempts: 0,
    fate: 'not-left',
  };
}
