interface Due<Value> {
  readonly dueMs: number;
  readonly value: Value;
}

/** Values by the moment at which they are due, the earliest first: a binary heap. */
export class DueLineUp<Value> {
  #dues: Due<Value>[] = [];

  get first(): Due<Value> | undefined {
    return this.#dues[0];
  }

  add(dueMs: number, value: Value): void {
    const dues = this.#dues;
    const fresh = { dueMs, value };
    let at = dues.push(fresh) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = dues[above];
      if (parent === undefined || parent.dueMs <= dueMs) break;
      dues[at] = parent;
      at = above;
    }
    dues[at] = fresh;
  }

  dropFirst(): void {
    const last = this.#dues.pop();
    if (last !== undefined && this.#dues.length > 0) this.#sink(last);
  }

  clear(): void {
    this.#dues = [];
  }

  /** Puts a value in the place of the first one, and moves it down to where it belongs. */
  #sink(sinking: Due<Value>): void {
    const dues = this.#dues;
    let at = 0;
    for (;;) {
      const below = this.#earlierOf(2 * at + 1);
      const child = dues[below];
      if (child === undefined || child.dueMs >= sinking.dueMs) break;
      dues[at] = child;
      at = below;
    }
    dues[at] = sinking;
  }

  /** Of two neighbours, the one that is due earlier. */
  #earlierOf(left: number): number {
    const [one, other] = [this.#dues[left], this.#dues[left + 1]];
    return one !== undefined && other !== undefined && other.dueMs < one.dueMs ? left + 1 : left;
  }
}
