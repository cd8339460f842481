import type { Clock } from '../clock/clock.js';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { Call } from './call.js';

/** Clocks drift and queues delay: the platform may have started its count earlier than we think. */
const safetyMs = 5000;

/** Time for one attempt. */
export function attemptTimeoutMs(endpoint: AnyEndpoint, defaultMs: number): number {
  return endpoint.timeoutMs ?? defaultMs;
}

/**
 * How old a first attempt may be for another one to reach the platform while it still remembers the first; 0 where it
 * remembers none, or not for as long as one attempt may take.
 */
export function repeatWindowMs({ endpoint, fields }: RepeatableCall, defaultTimeoutMs: number): number {
  const deduplication = endpoint.message?.deduplication;
  const rememberedMs = deduplication?.windowMsOf?.(fields) ?? deduplication?.windowMs ?? 0;
  return Math.max(0, rememberedMs - attemptTimeoutMs(endpoint, defaultTimeoutMs) - safetyMs);
}

/** What of a call decides whether it may be repeated. */
export type RepeatableCall = Pick<Call, 'endpoint' | 'fields'>;

/** What another holder of a message may have done before this one took it over. */
export interface EarlierRequest {
  /** Monotonic moment. */
  readonly leftAt: number;
  /** The caller wants the message sent, although the recipient may have it. */
  readonly repeatAnyway: boolean;
}

/** Knows whether an earlier request of a call may have been carried out, and whether another one would do harm then. */
export class RepeatGuard {
  readonly #endpoint: AnyEndpoint;
  readonly #windowMs: number;
  readonly #clock: Clock;
  /** Monotonic moment of the first request that may have been carried out. */
  #openSince: number | undefined;
  #repeatAnyway: boolean;

  constructor(call: RepeatableCall, defaultTimeoutMs: number, clock: Clock, earlier?: EarlierRequest) {
    this.#endpoint = call.endpoint;
    this.#windowMs = repeatWindowMs(call, defaultTimeoutMs);
    this.#clock = clock;
    this.#openSince = earlier?.leftAt;
    this.#repeatAnyway = earlier?.repeatAnyway ?? false;
  }

  /** A request that left at that moment may have been carried out. It uses up the leave to repeat anyway. */
  leftOpen(leftAt: number): void {
    this.#openSince ??= leftAt;
    this.#repeatAnyway = false;
  }

  /** Whether an earlier request may have been carried out, and it matters. */
  isOpen(): boolean {
    return this.#openSince !== undefined && !this.#endpoint.idempotent;
  }

  /** Whether another request does no harm, even if an earlier one was carried out. */
  isRepeatable(): boolean {
    if (this.#endpoint.idempotent) return true;
    const ageMs = this.#openSince === undefined ? 0 : this.#clock.monotonic() - this.#openSince;
    return ageMs < this.#windowMs;
  }

  /** How long the platform will yet know the open request of a message again; `undefined`: it does not. */
  repeatableForMs(): number | undefined {
    if (this.#openSince === undefined) return undefined;
    const leftMs = this.#windowMs - (this.#clock.monotonic() - this.#openSince);
    return leftMs > 0 ? leftMs : undefined;
  }

  /** Whether a request may leave now. Asked right before each one, however long it had to wait. */
  mayLeave(): boolean {
    return !this.isOpen() || this.#repeatAnyway || this.isRepeatable();
  }
}
