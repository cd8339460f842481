import type { ValidationError } from '../errors/errors.js';
import type { Call, CallEnd } from './call.js';
import { endedWaiting, untilEnded } from './reads/shared-reads.js';
import { invalid } from './wire-request.js';

interface Flight {
  /** Equal for calls that ask for the same in every field. */
  readonly request: string;
  /** `undefined` where nothing was asked. Never rejects. */
  readonly landed: Promise<CallEnd | undefined>;
}

/** How a call ended, and whether it was another caller's request that ended so. */
export interface OneTimeEnd {
  readonly end: CallEnd;
  readonly isShared: boolean;
}

/**
 * Single flight for what the platform takes once. A back end that is called twice with one code, because a person tapped
 * twice or a proxy repeated the request, logs the person in twice; a refusal would let one of the two fail for nothing.
 */
export class OneTimeCalls {
  readonly #flights = new Map<string, Flight>();

  /**
   * Runs `ask`, unless the same code is under way: then waits for that answer, within the caller's own time, and asks only
   * where nothing had left.
   *
   * @throws {ValidationError} the code is under way with other fields beside it, so that its answer would be another one
   */
  async run(call: Call, ask: () => Promise<CallEnd>): Promise<OneTimeEnd> {
    const key = keyOf(call);
    const request = requestOf(call);
    for (let flight = this.#flights.get(key); flight; flight = this.#flights.get(key)) {
      if (flight.request !== request) throw inUse(call);
      const end = await untilEnded(call, flight.landed);
      if (end === 'ended') return { end: endedWaiting(call), isShared: true };
      if (end !== undefined && !isUntouched(end)) return { end, isShared: true };
    }
    return { end: await this.#fly(key, request, ask()), isShared: false };
  }

  async #fly(key: string, request: string, asking: Promise<CallEnd>): Promise<CallEnd> {
    const flight = { request, landed: asking.catch(() => undefined) };
    this.#flights.set(key, flight);
    try {
      return await asking;
    } finally {
      this.#flights.delete(key);
    }
  }
}

function keyOf({ endpoint, fields, query }: Call): string {
  const values = endpoint.oneTimeFields.map((name) => fields[name] ?? query[name]);
  return `${endpoint.name} ${JSON.stringify(values)}`;
}

function requestOf({ query, body }: Call): string {
  return `${JSON.stringify(query)}\n${body.type === 'json' ? body.text : ''}`;
}

/** Nothing left for the other caller, and the code is as good as before. */
function isUntouched(end: CallEnd): boolean {
  return end.type === 'not-done' && end.attempts === 0;
}

function inUse({ endpoint }: Call): ValidationError {
  const path = endpoint.oneTimeFields[0] ?? 'request';
  return invalid(endpoint, [{ path, message: 'is under way already, with other fields beside it' }]);
}
