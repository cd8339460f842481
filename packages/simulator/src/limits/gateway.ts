import type { LimitOptions } from '../options/options.js';
import type { Answer } from '../server/answer.js';
import type { Meter } from './meter.js';
import { TokenBucket } from './token-bucket.js';
import { tooManyRequests } from './too-many-requests.js';
import { windowOf } from './window-of.js';

/** What stands before the API and knows nothing of it: it counts all requests together and answers HTTP 429. */
export class Gateway {
  readonly #limits: LimitOptions;
  readonly #meter: Meter | undefined;

  constructor(limits: LimitOptions) {
    this.#limits = limits;
    this.#meter = meterOf(limits);
  }

  /** The 429 for a request that comes too early; undefined lets it pass. */
  refusal(nowMs: number): Answer | undefined {
    const waitMs = this.#meter?.take(nowMs) ?? 0;
    return waitMs > 0 ? tooManyRequests(this.#limits, waitMs) : undefined;
  }

  /** What every answer that comes through the gateway says of its limit. */
  headers(nowMs: number): Record<string, string> {
    const { gatewayHeaders: form = 'none' } = this.#limits;
    if (this.#meter === undefined || form === 'none') return {};
    const fullInMs = this.#meter.fullInMs(nowMs);
    return {
      'x-ratelimit-group': 'gateway',
      'x-ratelimit-limit': String(this.#meter.max),
      'x-ratelimit-remaining': String(this.#meter.left(nowMs)),
      // A moment is read against the caller's own clock, so it is told in real time.
      'x-ratelimit-reset': String(Math.ceil((form === 'epoch' ? Date.now() + fullInMs : fullInMs) / 1_000)),
    };
  }
}

function meterOf({ gatewayPerSecond, gatewayBurst, gatewayWindow }: LimitOptions): Meter | undefined {
  if (gatewayWindow !== undefined) return windowOf(gatewayWindow);
  if (gatewayPerSecond === undefined) return undefined;
  return new TokenBucket(gatewayPerSecond, Math.max(1, gatewayBurst ?? gatewayPerSecond));
}
