import { Bucket } from '../../rate-limit/counters/bucket.js';
import type { BucketRule } from '../../rate-limit/limit-store.js';

/** Timers wake late; what they lose is caught up within this time. */
const caughtUpMs = 20;

/** A push's own pace in this process, evenly spaced. */
export class OwnPace {
  readonly #bucket = new Bucket();
  readonly #rule: BucketRule | undefined;

  /** @param maxPerSecond `undefined`: no pace of its own */
  constructor(maxPerSecond: number | undefined) {
    if (maxPerSecond === undefined) return;
    this.#rule = {
      type: 'bucket',
      key: 'push',
      scope: 'group',
      max: maxPerSecond,
      windowMs: 1000,
      burst: Math.max(1, (maxPerSecond * caughtUpMs) / 1000),
      weight: 1,
    };
  }

  /** How long the next one has to wait. @param nowMs monotonic */
  waitMs(nowMs: number): number {
    if (this.#rule === undefined) return 0;
    return this.#bucket.ask(this.#rule, { wallMs: nowMs, steadyMs: nowMs }).waitMs;
  }

  take(nowMs: number): void {
    if (this.#rule !== undefined) this.#bucket.take(this.#rule, '', { wallMs: nowMs, steadyMs: nowMs });
  }
}
