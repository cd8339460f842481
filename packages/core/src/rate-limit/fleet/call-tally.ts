import type { CallCount } from '../limit-store.js';

/** One request that was answered, or failed. */
export interface CountedCall {
  readonly endpoint: string;
  readonly limited: boolean;
  readonly failed: boolean;
  readonly durationMs: number;
}

/** More endpoints than any platform has: names that callers make up must not fill the memory. */
const mostEndpoints = 1000;

/** What has been counted since the last report. A few additions per call. */
export class CallTally {
  #counts = new Map<string, Writable<CallCount>>();
  #beganAt: number | undefined;

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  add({ endpoint, limited, failed, durationMs }: CountedCall, nowMs: number): void {
    const count = this.#countOf(endpoint, nowMs);
    if (count === undefined) return;
    count.calls += 1;
    if (limited) count.limited += 1;
    if (failed) count.failed += 1;
    count.durationMs += durationMs;
  }

  /** Hands over what was counted, and begins anew. */
  take(): TakenCounts {
    const taken = { beganAt: this.#beganAt, counts: [...this.#counts.values()] };
    this.#counts = new Map();
    this.#beganAt = undefined;
    return taken;
  }

  /** Takes back what could not be told. */
  giveBack({ beganAt, counts }: TakenCounts, nowMs: number): void {
    for (const { endpoint, calls, limited, failed, durationMs } of counts) {
      const count = this.#countOf(endpoint, nowMs);
      if (count === undefined) continue;
      count.calls += calls;
      count.limited += limited;
      count.failed += failed;
      count.durationMs += durationMs;
    }
    this.#beganAt = beganAt ?? this.#beganAt;
  }

  #countOf(endpoint: string, nowMs: number): Writable<CallCount> | undefined {
    const known = this.#counts.get(endpoint);
    if (known !== undefined || this.#counts.size >= mostEndpoints) return known;
    this.#beganAt ??= nowMs;
    const fresh = { endpoint, calls: 0, limited: 0, failed: 0, durationMs: 0 };
    this.#counts.set(endpoint, fresh);
    return fresh;
  }
}

export interface TakenCounts {
  /** Steady moment of the first one; `undefined` where nothing was counted. */
  readonly beganAt: number | undefined;
  readonly counts: readonly CallCount[];
}

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };
