const stretchMs = 1000;
const stretches = 10;

/** Ends per second over the last ten seconds. */
export class EndRate {
  readonly #startedMs: number;
  readonly #counts = new Array<number>(stretches).fill(0);
  #latest: number;

  /** @param nowMs monotonic, as everywhere here */
  constructor(nowMs: number) {
    this.#startedMs = nowMs;
    this.#latest = stretchOf(nowMs);
  }

  add(nowMs: number): void {
    this.#moveTo(nowMs);
    const at = this.#latest % stretches;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  perSecond(nowMs: number): number {
    this.#moveTo(nowMs);
    const sum = this.#counts.reduce((all, count) => all + count, 0);
    // The latest stretch has only begun.
    const coveredMs = (stretches - 1) * stretchMs + (nowMs - this.#latest * stretchMs);
    const sinceStartMs = nowMs - this.#startedMs;
    return sum === 0 ? 0 : (sum * 1000) / Math.max(1, Math.min(coveredMs, sinceStartMs));
  }

  #moveTo(nowMs: number): void {
    const stretch = stretchOf(nowMs);
    const passed = Math.min(stretch - this.#latest, stretches);
    for (let n = 1; n <= passed; n += 1) this.#counts[(this.#latest + n) % stretches] = 0;
    this.#latest = Math.max(this.#latest, stretch);
  }
}

function stretchOf(nowMs: number): number {
  return Math.floor(nowMs / stretchMs);
}
