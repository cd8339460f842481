/** How many calls of one path one account may have under way at the same time. */
export class CallPlaces {
  readonly #max: Readonly<Record<string, number>>;
  readonly #taken = new Map<string, number>();

  constructor(max: Readonly<Record<string, number>> = {}) {
    this.#max = max;
  }

  /** Takes a place and answers how to give it back; undefined where none is free. */
  take(path: string): (() => void) | undefined {
    const taken = this.#taken.get(path) ?? 0;
    if (taken >= (this.#max[path] ?? Number.POSITIVE_INFINITY)) return undefined;
    this.#taken.set(path, taken + 1);
    return () => this.#taken.set(path, (this.#taken.get(path) ?? 1) - 1);
  }
}
