/** A delay that doubles each time it is asked for, up to a cap, and varies by a quarter so that processes drift apart. */
export class GrowingDelay {
  #nextMs: number;
  readonly #firstMs: number;
  readonly #capMs: number;

  constructor(firstMs: number, capMs: number) {
    this.#firstMs = firstMs;
    this.#capMs = capMs;
    this.#nextMs = firstMs;
  }

  next(): number {
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(this.#nextMs * 2, this.#capMs);
    return delayMs * (0.75 + Math.random() / 4);
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
