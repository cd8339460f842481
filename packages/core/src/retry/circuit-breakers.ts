import type { Clock } from '../clock/clock.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import {
  CircuitBreaker,
  type CircuitPass,
  type CircuitSettings,
  type CircuitSign,
  type CircuitState,
  freePass,
} from './circuit-breaker.js';

export interface CircuitBreakersParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Asked whenever they are needed, since a policy may change; `undefined`: every call passes. */
  readonly settings: () => CircuitSettings | undefined;
  /** Endpoints without a circuit, for example those of the token, whose failures are remembered elsewhere. */
  readonly except?: Iterable<string> | undefined;
  /** @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** What holds a call up. */
export interface CircuitHold {
  /** From now until it is worth asking again. */
  readonly waitMs: number;
  /** Aborts earlier, should the circuit change. */
  readonly change: AbortSignal;
}

/**
 * One circuit per endpoint, in this process alone: each process sees its own network, and what one of them cannot reach
 * another may. Only endpoints that failed lately are kept.
 */
export class CircuitBreakers {
  readonly #parts: CircuitBreakersParts;
  readonly #except: ReadonlySet<string>;
  readonly #byEndpoint = new Map<string, CircuitBreaker>();

  constructor(parts: CircuitBreakersParts) {
    this.#parts = parts;
    this.#except = new Set(parts.except);
  }

  /** Lets a call through; `undefined`: it is held. */
  enter(endpoint: string): CircuitPass | undefined {
    const breaker = this.#byEndpoint.get(endpoint);
    if (breaker === undefined) return freePass;
    if (this.#parts.settings() === undefined) return this.#forget(endpoint);
    return this.#telling(endpoint, breaker, () => breaker.enter(this.#parts.clock.monotonic()));
  }

  /** How long a call is held that `enter` did not let through. */
  holdOf(endpoint: string): CircuitHold | undefined {
    const breaker = this.#byEndpoint.get(endpoint);
    return breaker && { waitMs: breaker.waitMs(this.#parts.clock.monotonic()), change: breaker.change };
  }

  /** What a call has shown that was let through. Must be told of every probe, whatever became of it. */
  tell(endpoint: string, pass: CircuitPass, sign: CircuitSign): void {
    const isFailure = sign === 'down' || sign === 'in-doubt';
    const breaker = isFailure ? this.#breakerOf(endpoint) : this.#byEndpoint.get(endpoint);
    if (breaker === undefined) return;
    this.#telling(endpoint, breaker, () => breaker.tell(pass, sign, this.#parts.clock.monotonic()));
    if (breaker.isSpotless) this.#byEndpoint.delete(endpoint);
  }

  /** The policy wants no circuits any more. */
  #forget(endpoint: string): CircuitPass {
    this.#byEndpoint.delete(endpoint);
    return freePass;
  }

  #breakerOf(endpoint: string): CircuitBreaker | undefined {
    const known = this.#byEndpoint.get(endpoint);
    if (known !== undefined) return known;
    const settings = this.#parts.settings();
    if (settings === undefined || this.#except.has(endpoint)) return undefined;
    const breaker = new CircuitBreaker(settings, this.#parts.random);
    this.#byEndpoint.set(endpoint, breaker);
    return breaker;
  }

  #telling<Result>(endpoint: string, breaker: CircuitBreaker, step: () => Result): Result {
    const before: CircuitState['type'] = breaker.state.type;
    const result = step();
    const state = breaker.state.type;
    const { telemetry, account } = this.#parts;
    if (state !== before) telemetry.emit({ type: 'circuit.changed', account, endpoint, state });
    return result;
  }
}
