/**
 * Keeps the values of one label few: what comes after the first `max` different ones is called `other`. A path with an id
 * in it, or a group named after a person, must not make a time series each.
 */
export class LabelBound {
  readonly #max: number;
  readonly #known = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#max) return 'other';
    this.#known.add(value);
    return value;
  }
}
