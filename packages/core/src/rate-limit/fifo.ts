interface Link<Value> {
  readonly value: Value;
  before: Link<Value> | undefined;
  after: Link<Value> | undefined;
}

/** A place in a `Fifo`; only good for leaving it. */
export type FifoPlace = { readonly leave: () => boolean };

/** First in, first out; joining, leaving from anywhere and looking at the first take constant time at any length. */
export class Fifo<Value> {
  #first: Link<Value> | undefined;
  #last: Link<Value> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The first ones, in their order; all of them where there are fewer. */
  firstOnes(count: number): Value[] {
    const values: Value[] = [];
    for (let link = this.#first; link !== undefined && values.length < count; link = link.after) {
      values.push(link.value);
    }
    return values;
  }

  push(value: Value): FifoPlace {
    const link: Link<Value> = { value, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = link;
    else this.#last.after = link;
    this.#last = link;
    this.#size += 1;
    let isIn = true;
    const leave = () => {
      if (!isIn) return false;
      isIn = false;
      this.#unlink(link);
      return true;
    };
    return { leave };
  }

  #unlink({ before, after }: Link<Value>): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    this.#size -= 1;
  }
}
