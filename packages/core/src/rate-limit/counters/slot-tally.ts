import { slotMsOf } from '../limit-store.js';
import type { Instant } from './counter.js';
import { type Future, type Tally, totalOf } from './tally.js';

interface Slot {
  readonly index: number;
  readonly taken: number[];
}

/** A call on its way whose end will be what counts. */
interface Hold {
  readonly slot: number;
  readonly column: number;
  readonly weight: number;
}

/**
 * A sliding window counted in slots. The slot that the window's beginning falls into counts as a whole, so no stretch
 * of `windowMs` ever holds more than was meant; the price is that room comes back up to one slot late.
 *
 * A call whose end is what counts stands in the slot of its latest end until the word comes.
 */
export class SlotTally implements Tally {
  readonly lengthMs: number;
  readonly #slotMs: number;
  /** Oldest first. */
  #slots: Slot[] = [];
  readonly #used: number[];
  readonly #holds = new Map<string, Hold>();

  constructor(windowMs: number, columns: number) {
    this.lengthMs = windowMs;
    this.#slotMs = slotMsOf(windowMs);
    this.#used = new Array(columns).fill(0);
  }

  used(at: Instant): readonly number[] {
    this.#dropOld(Math.floor((at.steadyMs - this.lengthMs) / this.#slotMs));
    return this.#used;
  }

  take(column: number, weight: number, admissionId: string, at: Instant, holdMs: number): void {
    const slot = this.#slotOf(at.steadyMs + Math.ceil(holdMs));
    this.#add(slot, column, weight);
    if (holdMs > 0) this.#holds.set(admissionId, { slot, column, weight });
  }

  end(admissionId: string, at: Instant): void {
    const hold = this.#holds.get(admissionId);
    const slot = this.#slotOf(at.steadyMs);
    if (hold === undefined || !this.#holds.delete(admissionId) || hold.slot <= slot) return;
    this.#add(hold.slot, hold.column, -hold.weight);
    this.#add(slot, hold.column, hold.weight);
  }

  futures(at: Instant): readonly Future[] {
    const used = [...this.#used];
    // A call that is on its way counts as if it ended now.
    const now = this.#slotOf(at.steadyMs);
    return this.#slots.map(({ index, taken }) => {
      for (const [column, weight] of taken.entries()) used[column] = (used[column] ?? 0) - weight;
      return { atMs: (Math.min(index, now) + 1) * this.#slotMs + this.lengthMs, used: [...used] };
    });
  }

  passed(): number {
    return 1;
  }

  #slotOf(steadyMs: number): number {
    return Math.floor(steadyMs / this.#slotMs);
  }

  #add(index: number, column: number, weight: number): void {
    const slot = this.#slotAt(index);
    slot.taken[column] = (slot.taken[column] ?? 0) + weight;
    this.#used[column] = (this.#used[column] ?? 0) + weight;
    if (weight < 0 && totalOf(slot.taken) <= 0) this.#slots.splice(this.#slots.indexOf(slot), 1);
  }

  #slotAt(index: number): Slot {
    // Almost always it is one of the youngest.
    const before = this.#slots.findLastIndex((slot) => slot.index <= index);
    const found = this.#slots[before];
    if (found?.index === index) return found;
    const fresh = { index, taken: this.#used.map(() => 0) };
    this.#slots.splice(before + 1, 0, fresh);
    return fresh;
  }

  #dropOld(firstCounted: number): void {
    const [oldest] = this.#slots;
    if (oldest === undefined || oldest.index >= firstCounted) return;
    const firstKept = this.#slots.findIndex(({ index }) => index >= firstCounted);
    const dropped = this.#slots.splice(0, firstKept === -1 ? this.#slots.length : firstKept);
    for (const { taken } of dropped) {
      for (const [column, weight] of taken.entries()) this.#used[column] = (this.#used[column] ?? 0) - weight;
    }
    // What adding and subtracting fractions left over ends here.
    if (this.#slots.length === 0) this.#used.fill(0);
    this.#forgetHolds(firstCounted);
  }

  /** Of calls that nobody ended. */
  #forgetHolds(firstCounted: number): void {
    for (const [admissionId, { slot }] of this.#holds) {
      if (slot >= firstCounted) break;
      this.#holds.delete(admissionId);
    }
  }
}
