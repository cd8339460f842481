/** What came for one path, or for all, within one stretch of simulated time. */
export interface TrafficBucket {
  /** Epoch milliseconds of its beginning; a multiple of its length. */
  readonly startsAt: number;
  /** Requests that arrived, answered or not. */
  readonly requests: number;
  /** How many of them got which answer: an errcode, such as `0` or `45009`, or `HTTP 429` where the body carries none. */
  readonly answers: Readonly<Record<string, number>>;
  /** Messages that they delivered. */
  readonly delivered: number;
}

/** Stretches are counted this finely; asked for, they are put together. */
const GRAIN_MS = 100;

interface Counts {
  requests: number;
  delivered: number;
  readonly answers: Record<string, number>;
}

/** How many requests, answers and deliveries there were when. Small, so it is kept for good, also where the log is off. */
export class TrafficLog {
  readonly #paths = new Map<string, Map<number, Counts>>();

  arrived(path: string, at: number): void {
    this.#countsOf(path, at).requests += 1;
  }

  /** @param at when the request arrived */
  answered(
    path: string,
    at: number,
    { status, errcode }: { status: number; errcode?: number | undefined },
  ): void {
    const { answers } = this.#countsOf(path, at);
    const name = errcode === undefined ? `HTTP ${status}` : String(errcode);
    answers[name] = (answers[name] ?? 0) + 1;
  }

  delivered(path: string, at: number): void {
    this.#countsOf(path, at).delivered += 1;
  }

  /**
   * Stretches without requests are left out.
   * @param bucketMs is rounded up to whole tenths of a second
   */
  timeLine(bucketMs: number, path?: string): TrafficBucket[] {
    const widthMs = Math.max(1, Math.ceil(bucketMs / GRAIN_MS)) * GRAIN_MS;
    const buckets = new Map<number, Counts>();
    for (const [name, grains] of this.#paths) {
      if (path !== undefined && name !== path) continue;
      for (const [at, counts] of grains) addTo(countsAt(buckets, Math.floor(at / widthMs) * widthMs), counts);
    }
    return [...buckets].sort(([a], [b]) => a - b).map(([startsAt, counts]) => ({ startsAt, ...counts }));
  }

  clear(): void {
    this.#paths.clear();
  }

  #countsOf(path: string, at: number): Counts {
    const grains = this.#paths.get(path) ?? new Map<number, Counts>();
    this.#paths.set(path, grains);
    return countsAt(grains, Math.floor(at / GRAIN_MS) * GRAIN_MS);
  }
}

function countsAt(buckets: Map<number, Counts>, startsAt: number): Counts {
  const counts = buckets.get(startsAt) ?? { requests: 0, delivered: 0, answers: {} };
  buckets.set(startsAt, counts);
  return counts;
}

function addTo(sum: Counts, { requests, delivered, answers }: Counts): void {
  sum.requests += requests;
  sum.delivered += delivered;
  for (const [name, count] of Object.entries(answers)) sum.answers[name] = (sum.answers[name] ?? 0) + count;
}
