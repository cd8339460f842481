import { hash32 } from '../../hashing/hash32.js';

/** Free places that a probe needs to end soon. */
const mostFull = 0.8;
const partCount = 256;
const firstSize = 1 << 5;
const wordsPerSlot = 2;

/**
 * Which ids came before, by 64 bits of a hash each: 10 to 20 bytes an id. Two different ones among a million are taken for
 * one with a chance of about one in ten million.
 */
export class SeenIds {
  readonly #most: number;
  /** A part grows by itself, so that no more than one is ever there twice. */
  readonly #parts = Array.from({ length: partCount }, () => new SeenPart());
  #count = 0;

  /** @param most ids beyond it are not remembered */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether every id so far is remembered. */
  get isComplete(): boolean {
    return this.#count < this.#most;
  }

  /** Remembers an id; answers whether it came before. */
  sawBefore(id: string): boolean {
    const low = hash32(id, 0xdeadbeef, 0x9e3779b1);
    // One bit is given up, so that no id is a free slot.
    const high = (hash32(id, 0x41c6ce57, 0x5f356495) | 1) >>> 0;
    const part = this.#parts[high >>> 24];
    if (part?.has(low, high)) return true;
    if (!this.isComplete) return false;
    part?.add(low, high);
    this.#count += 1;
    return false;
  }
}

/** The ids whose hashes begin alike. */
class SeenPart {
  /** Two words of 32 bits a slot; both zero: free. */
  #slots = new Uint32Array(firstSize * wordsPerSlot);
  #count = 0;

  has(low: number, high: number): boolean {
    return this.#slots[place(this.#slots, low, high) + 1] !== 0;
  }

  add(low: number, high: number): void {
    put(this.#slots, low, high);
    this.#count += 1;
    if (this.#count * wordsPerSlot > this.#slots.length * mostFull) this.#grow();
  }

  #grow(): void {
    const larger = new Uint32Array(this.#slots.length * 2);
    for (let from = 0; from < this.#slots.length; from += wordsPerSlot) {
      const [low = 0, high = 0] = [this.#slots[from], this.#slots[from + 1]];
      if (high !== 0) put(larger, low, high);
    }
    this.#slots = larger;
  }
}

function put(slots: Uint32Array, low: number, high: number): void {
  const at = place(slots, low, high);
  slots[at] = low;
  slots[at + 1] = high;
}

/** Where a hash stands, or the free slot where it would. */
function place(slots: Uint32Array, low: number, high: number): number {
  let at = (low * wordsPerSlot) % slots.length;
  while (slots[at + 1] !== 0 && (slots[at] !== low || slots[at + 1] !== high)) {
    at = (at + wordsPerSlot) % slots.length;
  }
  return at;
}
