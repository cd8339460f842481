import type { LimitScope } from '../../verdict/verdict.js';

/** What is shown of a barrier: openids and tenants never are, theirs are added up under the scope's name. */
export interface BarrierLabels {
  readonly account: string;
  readonly scope: LimitScope;
  readonly key: string;
}

interface ClosedBarrier {
  readonly labels: BarrierLabels;
  /** Up to here its time has been counted. */
  countedToMs: number;
  untilMs: number;
}

/** How often we look which barriers have opened where nobody scrapes; each person may have one. */
const sweepEveryMs = 10_000;

/**
 * Counts for how long barriers are closed, as the time goes by: a barrier that closes until midnight does not add a day at
 * once, and may be opened before. All moments are of one monotonic clock.
 */
export class BarrierWatch {
  readonly #onSeconds: (labels: BarrierLabels, seconds: number) => void;
  readonly #closed = new Map<string, ClosedBarrier>();
  #sweptAtMs = 0;

  /** @param onSeconds hears of time that has gone by behind a closed barrier */
  constructor(onSeconds: (labels: BarrierLabels, seconds: number) => void) {
    this.#onSeconds = onSeconds;
  }

  /** @param key names the barrier in its account; may hold an openid */
  closed(key: string, labels: BarrierLabels, closedForMs: number, nowMs: number): void {
    this.#settle(key, nowMs);
    if (nowMs - this.#sweptAtMs >= sweepEveryMs) this.settle(nowMs);
    this.#closed.set(key, { labels, countedToMs: nowMs, untilMs: nowMs + closedForMs });
  }

  opened(key: string, nowMs: number): void {
    this.#settle(key, nowMs);
    this.#closed.delete(key);
  }

  /** Counts up to now, and forgets what has opened. */
  settle(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const key of this.#closed.keys()) this.#settle(key, nowMs);
  }

  /** For each labels the longest time that is left. */
  left(nowMs: number): readonly [BarrierLabels, number][] {
    this.settle(nowMs);
    const longest = new Map<string, [BarrierLabels, number]>();
    for (const { labels, untilMs } of this.#closed.values()) {
      const name = `${labels.scope} ${labels.key}`;
      const seconds = (untilMs - nowMs) / 1000;
      if (seconds > (longest.get(name)?.[1] ?? 0)) longest.set(name, [labels, seconds]);
    }
    return [...longest.values()];
  }

  #settle(key: string, nowMs: number): void {
    const barrier = this.#closed.get(key);
    if (barrier === undefined) return;
    const toMs = Math.min(nowMs, barrier.untilMs);
    if (toMs > barrier.countedToMs) this.#onSeconds(barrier.labels, (toMs - barrier.countedToMs) / 1000);
    barrier.countedToMs = toMs;
    if (barrier.untilMs <= nowMs) this.#closed.delete(key);
  }
}
