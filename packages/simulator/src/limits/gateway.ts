import type { LimitOptions } from '../options/options.js';
import type { Answer } from '../server/answer.js';

const HTML =
  '<html><head><title>429 Too Many Requests</title></head><body><h1>429 Too Many Requests</h1></body></html>';

/** What stands before the API and knows nothing of it: a token bucket that answers HTTP 429. */
export class Gateway {
  readonly #limits: LimitOptions;
  readonly #perMs: number;
  readonly #burst: number;
  #level: number;
  #filledAt: number | undefined;

  constructor(limits: LimitOptions) {
    this.#limits = limits;
    this.#perMs = (limits.gatewayPerSecond ?? Number.POSITIVE_INFINITY) / 1_000;
    this.#burst = Math.max(1, limits.gatewayBurst ?? limits.gatewayPerSecond ?? 1);
    this.#level = this.#burst;
  }

  /** The 429 for a request that comes too early; undefined lets it pass. */
  refusal(nowMs: number): Answer | undefined {
    if (this.#perMs === Number.POSITIVE_INFINITY) return undefined;
    this.#fill(nowMs);
    if (this.#level < 1) return this.#tooMany(Math.ceil((1 - this.#level) / this.#perMs / 1_000));
    this.#level -= 1;
    return undefined;
  }

  #fill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - (this.#filledAt ?? nowMs));
    this.#level = Math.min(this.#burst, this.#level + elapsedMs * this.#perMs);
    this.#filledAt = nowMs;
  }

  #tooMany(waitSeconds: number): Answer {
    const json = this.#limits.gatewayBody === 'json';
    return {
      status: 429,
      contentType: json ? 'application/json' : 'text/html',
      headers: retryAfter(this.#limits.gatewayRetryAfter ?? 'seconds', Math.max(1, waitSeconds)),
      body: json ? '{"message":"too many requests"}' : HTML,
    };
  }
}

function retryAfter(form: 'seconds' | 'date' | 'none', seconds: number): Record<string, string> {
  if (form === 'none') return {};
  // A date is read against the caller's own clock, so it is told in real time.
  const value = form === 'date' ? new Date(Date.now() + seconds * 1_000).toUTCString() : String(seconds);
  return { 'retry-after': value };
}
