import type { BucketRule } from '../limit-store.js';
import { type Counter, type Instant, type Room, room } from './counter.js';

/** What sums of fractions stray by. */
const roundingMs = 0.001;

/** An even pace with a burst, kept as one moment: when the bucket will be full again (the generic cell rate algorithm). */
export class Bucket implements Counter<BucketRule> {
  #fullAt = Number.NEGATIVE_INFINITY;

  ask(rule: BucketRule, { steadyMs }: Instant): Room {
    const full = rule.burst * msPerCall(rule);
    const waitMs = Math.ceil(this.#fullAtAfter(rule, steadyMs) - full - steadyMs - roundingMs);
    return waitMs <= 0 ? room : { waitMs };
  }

  holds(): boolean {
    return false;
  }

  take(rule: BucketRule, _admissionId: string, { steadyMs }: Instant): void {
    this.#fullAt = this.#fullAtAfter(rule, steadyMs);
  }

  end(): void {}

  left(rule: BucketRule, { steadyMs }: Instant): number {
    return rule.burst - Math.max(0, this.#fullAt - steadyMs) / msPerCall(rule);
  }

  isIdle({ steadyMs }: Instant): boolean {
    return this.#fullAt <= steadyMs;
  }

  #fullAtAfter(rule: BucketRule, nowMs: number): number {
    return Math.max(this.#fullAt, nowMs) + rule.weight * msPerCall(rule);
  }
}

function msPerCall({ windowMs, max }: BucketRule): number {
  return windowMs / max;
}
