import { createHash } from 'node:crypto';

/** Free places that a probe needs to end soon. */
const mostFull = 0.7;
const firstSize = 1 << 12;

/**
 * Which ids came before, by 64 bits of a hash each: about 20 bytes an id. Of a million different ids, two have the same
 * 64 bits with a chance of one in 30 million.
 */
export class SeenIds {
  readonly #most: number;
  #slots = new BigUint64Array(firstSize);
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
    const hash = hashOf(id);
    const at = this.#place(this.#slots, hash);
    if (this.#slots[at] === hash) return true;
    if (!this.isComplete) return false;
    this.#slots[at] = hash;
    this.#count += 1;
    if (this.#count > this.#slots.length * mostFull) this.#grow();
    return false;
  }

  #grow(): void {
    const larger = new BigUint64Array(this.#slots.length * 2);
    for (const hash of this.#slots) if (hash !== 0n) larger[this.#place(larger, hash)] = hash;
    this.#slots = larger;
  }

  #place(slots: BigUint64Array, hash: bigint): number {
    let at = Number(hash & BigInt(slots.length - 1));
    while (slots[at] !== 0n && slots[at] !== hash) at = (at + 1) % slots.length;
    return at;
  }
}

function hashOf(id: string): bigint {
  const hash = createHash('sha1').update(id).digest().readBigUInt64LE();
  // Zero is an empty slot.
  return hash === 0n ? 1n : hash;
}
