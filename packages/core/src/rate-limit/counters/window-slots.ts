import { type SlidingWindowRule, slotMsOf } from '../limit-store.js';
import type { Counter, Instant } from './counter.js';

/**
 * A sliding window counted in slots. The slot that the window's beginning falls into counts as a whole, so no stretch
 * of `windowMs` ever holds more than `max`; the price is that room comes back up to one slot late.
 */
export class WindowSlots implements Counter<SlidingWindowRule> {
  readonly #takenBySlot = new Map<number, number>();
  #sum = 0;
  #firstSlot = Number.POSITIVE_INFINITY;
  readonly #windowMs: number;
  readonly #slotMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#slotMs = slotMsOf(windowMs);
  }

  waitMs(rule: SlidingWindowRule, at: Instant): number {
    this.#dropOld(at.steadyMs);
    const excess = this.#sum + rule.weight - rule.max;
    return excess <= 0 ? 0 : this.#momentWithout(excess) - at.steadyMs;
  }

  holds(): boolean {
    return false;
  }

  take(rule: SlidingWindowRule, _admissionId: string, at: Instant): void {
    const slot = Math.floor(at.steadyMs / this.#slotMs);
    this.#takenBySlot.set(slot, (this.#takenBySlot.get(slot) ?? 0) + rule.weight);
    this.#sum += rule.weight;
    this.#firstSlot = Math.min(this.#firstSlot, slot);
  }

  end(): void {}

  isIdle(at: Instant): boolean {
    this.#dropOld(at.steadyMs);
    return this.#takenBySlot.size === 0;
  }

  #dropOld(nowMs: number): void {
    const firstCounted = Math.floor((nowMs - this.#windowMs) / this.#slotMs);
    if (firstCounted <= this.#firstSlot) return;
    // A Map keeps the order of insertion, and time only grows: the oldest slots come first.
    for (const [slot, taken] of this.#takenBySlot) {
      if (slot >= firstCounted) break;
      this.#takenBySlot.delete(slot);
      this.#sum -= taken;
    }
    this.#firstSlot = firstCounted;
    if (this.#takenBySlot.size === 0) this.#sum = 0;
  }

  #momentWithout(excess: number): number {
    let toFree = excess;
    let last = 0;
    for (const [slot, taken] of this.#takenBySlot) {
      toFree -= taken;
      last = slot;
      if (toFree <= 0) break;
    }
    return (last + 1) * this.#slotMs + this.#windowMs;
  }
}
