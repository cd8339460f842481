import type { SlidingWindowRule } from '../limit-store.js';
import { type Counter, type Instant, type Room, room } from './counter.js';

interface Entry {
  readonly admissionId: string;
  readonly weight: number;
  /** Latest moment at which the request can have arrived; the entry counts for one window from here. */
  stampMs: number;
}

/** An exact sliding window: every admission that still counts. */
export class WindowLog implements Counter<SlidingWindowRule> {
  #entries: Entry[] = [];
  #windowMs = 0;

  ask(rule: SlidingWindowRule, at: Instant): Room {
    this.#windowMs = rule.windowMs;
    this.#dropOld(at.steadyMs);
    const excess = this.#used() + rule.weight - rule.max;
    if (excess <= 0) return room;
    return { waitMs: this.#momentWithout(excess, at.steadyMs) + rule.windowMs - at.steadyMs };
  }

  holds(admissionId: string): boolean {
    return this.#entries.some((entry) => entry.admissionId === admissionId);
  }

  take(rule: SlidingWindowRule, admissionId: string, at: Instant, inFlightMs: number): void {
    // One more: the clock's whole milliseconds are rounded down, and a window must not be short by the fraction.
    const stampMs = at.steadyMs + 1 + (rule.countsFrom === 'end' ? inFlightMs : 0);
    this.#entries.push({ admissionId, weight: rule.weight, stampMs });
  }

  end(admissionId: string, at: Instant): void {
    const entry = this.#entries.find((candidate) => candidate.admissionId === admissionId);
    if (entry !== undefined) entry.stampMs = Math.min(entry.stampMs, at.steadyMs + 1);
  }

  left({ max }: SlidingWindowRule): number {
    return max - this.#used();
  }

  isIdle(at: Instant): boolean {
    this.#dropOld(at.steadyMs);
    return this.#entries.length === 0;
  }

  #used(): number {
    return this.#entries.reduce((sum, entry) => sum + entry.weight, 0);
  }

  #dropOld(nowMs: number): void {
    const oldest = nowMs - this.#windowMs;
    if (this.#entries.every((entry) => entry.stampMs > oldest)) return;
    this.#entries = this.#entries.filter((entry) => entry.stampMs > oldest);
  }

  /** Stamp of the entry whose leaving frees `excess`; one that is on its way counts as if it ended now. */
  #momentWithout(excess: number, nowMs: number): number {
    let toFree = excess;
    for (const entry of this.#entries.toSorted((a, b) => a.stampMs - b.stampMs)) {
      toFree -= entry.weight;
      if (toFree <= 0) return Math.min(entry.stampMs, nowMs + 1);
    }
    return nowMs + 1;
  }
}
