/** How many entries one sweep looks at: where each step adds one, a seventh more than are in use are remembered. */
const sweptPerStep = 8;

/** A map that forgets idle entries little by little: each sweep looks at a few and goes round in a circle. */
export class SweptMap<Value> {
  readonly #entries = new Map<string, Value>();
  #hand: Iterator<[string, Value]> | undefined;

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value);
  }

  /** Removes those of the next few entries that are idle. */
  sweep(isIdle: (value: Value) => boolean): void {
    for (let looked = Math.min(sweptPerStep, this.#entries.size); looked > 0; looked -= 1) {
      this.#hand ??= this.#entries.entries();
      const next = this.#hand.next();
      if (next.done === true) this.#hand = undefined;
      else if (isIdle(next.value[1])) this.#entries.delete(next.value[0]);
    }
  }
}
