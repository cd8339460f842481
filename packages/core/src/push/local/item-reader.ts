import { entryFrom } from '../push-entry.js';
import type { PushEntry, PushItems } from '../push-plan.js';

/** So many items of a source that never waits, and others get their turn. */
const itemsPerTurn = 256;

/** Walks the items, one ahead: whoever takes them never waits for a slow source. */
export class ItemReader {
  readonly #onChange: () => void;
  /** Let go of at the end, and all items with it. */
  #iterator: AsyncIterator<unknown> | Iterator<unknown> | undefined;
  #ahead: PushEntry | undefined;
  #isEnded = false;
  #failure: { readonly cause: unknown } | undefined;
  #taken = 0;

  /** @param onChange told whenever there is an item, or will be none */
  constructor(items: PushItems, onChange: () => void) {
    this.#onChange = onChange;
    this.#iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    void this.#readOn();
  }

  /** The next item; `undefined` where it has not come yet, and at the end. */
  take(): PushEntry | undefined {
    const entry = this.#ahead;
    if (entry === undefined) return undefined;
    this.#ahead = undefined;
    this.#taken += 1;
    void this.#readOn();
    return entry;
  }

  /** Nothing is left to take. */
  get isEnded(): boolean {
    return this.#isEnded && this.#ahead === undefined;
  }

  /** What the source threw. */
  get failure(): { readonly cause: unknown } | undefined {
    return this.#failure;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Reads no more. The source is told, and not waited for. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#ahead = undefined;
    void this.#return();
  }

  async #readOn(): Promise<void> {
    try {
      if (this.#taken % itemsPerTurn === itemsPerTurn - 1) await new Promise(setImmediate);
      const next = await this.#iterator?.next();
      if (next === undefined || this.#isEnded) return;
      if (next.done === true) this.#isEnded = true;
      else this.#ahead = entryFrom(next.value, this.#taken + 1);
    } catch (cause) {
      this.#isEnded = true;
      this.#failure = { cause };
    }
    if (this.#isEnded) this.#iterator = undefined;
    this.#onChange();
  }

  async #return(): Promise<void> {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    try {
      await iterator?.return?.();
    } catch {
      // Whoever stops early is not told how that went.
    }
  }
}
