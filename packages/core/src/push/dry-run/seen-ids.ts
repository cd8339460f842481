/** Free places that a probe needs to end soon. */
const mostFull = 0.8;
const firstSize = 1 << 12;
const wordsPerSlot = 2;

/**
 * Which ids came before, by 64 bits of a hash each: 10 to 20 bytes an id. Two different ones among a million are taken for
 * one with a chance of about one in ten million.
 */
export class SeenIds {
  readonly #most: number;
  /** Two words of 32 bits a slot; both zero: free. */
  #slots = new Uint32Array(firstSize * wordsPerSlot);
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
    const low = hashOf(id, 0xdeadbeef, 0x9e3779b1);
    // One bit is given up, so that no id is a free slot.
    const high = hashOf(id, 0x41c6ce57, 0x5f356495) | 1;
    const at = place(this.#slots, low, high >>> 0);
    if (this.#slots[at + 1] !== 0) return true;
    if (!this.isComplete) return false;
    this.#slots[at] = low;
    this.#slots[at + 1] = high;
    this.#count += 1;
    if (this.#count * wordsPerSlot > this.#slots.length * mostFull) this.#grow();
    return false;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#slots.length * 2);
    for (let from = 0; from < this.#slots.length; from += wordsPerSlot) {
      const [low = 0, high = 0] = [this.#slots[from], this.#slots[from + 1]];
      if (high === 0) continue;
      const at = place(larger, low, high);
      larger[at] = low;
      larger[at + 1] = high;
    }
    this.#slots = larger;
  }
}

/** Where a hash stands, or the free slot where it would. */
function place(slots: Uint32Array, low: number, high: number): number {
  let at = (low * wordsPerSlot) % slots.length;
  while (slots[at + 1] !== 0 && (slots[at] !== low || slots[at + 1] !== high)) {
    at = (at + wordsPerSlot) % slots.length;
  }
  return at;
}

/** 32 bits in the manner of MurmurHash: without an object for each of a million ids. */
function hashOf(id: string, seed: number, factor: number): number {
  let hash = seed ^ id.length;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), factor);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
