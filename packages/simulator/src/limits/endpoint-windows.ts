import type { EndpointWindowOptions, LimitOptions } from '../options/options.js';
import { type Reply, refuse } from '../server/answer.js';
import type { Meter } from './meter.js';
import { tooManyRequests } from './too-many-requests.js';
import { windowOf } from './window-of.js';

/** The windows of one account, by path. */
export class EndpointWindows {
  readonly #limits: LimitOptions;
  readonly #refuse: (errcode: number) => Reply;
  readonly #meters = new Map<string, Meter>();

  constructor(limits: LimitOptions, refusal: (errcode: number) => Reply = refuse) {
    this.#limits = limits;
    this.#refuse = refusal;
  }

  /** Counts one call. Answers what a call beyond the window gets, and then counts nothing. */
  count(path: string, nowMs: number): Reply | undefined {
    const options = this.#optionsOf(path);
    if (options === undefined) return undefined;
    const waitMs = this.#meterOf(path, options).take(nowMs);
    if (waitMs === 0) return undefined;
    const { answer = 45009 } = options;
    return answer === 429 ? tooManyRequests(this.#limits, waitMs) : this.#refuse(answer);
  }

  /** The window, where callers are told of it. */
  told(path: string): { readonly max: number; readonly windowMs: number } | undefined {
    const options = this.#optionsOf(path);
    return options?.told === false ? undefined : options;
  }

  #optionsOf(path: string): EndpointWindowOptions | undefined {
    return this.#limits.perEndpointWindow?.[path];
  }

  #meterOf(path: string, options: EndpointWindowOptions): Meter {
    const meter = this.#meters.get(path) ?? windowOf(options);
    this.#meters.set(path, meter);
    return meter;
  }
}
