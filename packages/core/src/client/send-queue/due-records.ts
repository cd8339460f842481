import type { Clock } from '../../clock/clock.js';
import type { PendingRecord } from '../../send/send-store.js';

/** Processes choose among so many, so that they seldom choose the same. */
const mostListed = 300;
/** Others are at the same ones meanwhile. */
const freshMs = 1000;
/** Beyond it something else is wrong than a name. */
const mostLeftOut = 10_000;

/** What is due, as far as this process knows: listed a few hundred at a time, and given out in random order. */
export class DueRecords {
  readonly #clock: Clock;
  readonly #list: (limit: number) => Promise<readonly PendingRecord[]>;
  readonly #givenOut = new Set<string>();
  readonly #leftOut = new Set<string>();
  readonly #endpointsLeftOut = new Set<string>();
  #listed: PendingRecord[] = [];
  #listedAt = 0;
  #wasFull = false;

  constructor(clock: Clock, list: (limit: number) => Promise<readonly PendingRecord[]>) {
    this.#clock = clock;
    this.#list = list;
  }

  /** Whether it is worth asking again as soon as there is room. */
  get mayHaveMore(): boolean {
    return this.#listed.length > 0 || this.#wasFull;
  }

  async next(count: number): Promise<PendingRecord[]> {
    const isStale = this.#clock.monotonic() - this.#listedAt > freshMs;
    if (this.#listed.length === 0 || isStale) await this.#listAnew();
    const records = this.#listed.splice(0, count);
    for (const { requestId } of records) this.#givenOut.add(requestId);
    return records;
  }

  ended({ requestId }: PendingRecord): void {
    this.#givenOut.delete(requestId);
  }

  /** Something is wrong beyond one message: the rest waits for the next look. */
  forget(): void {
    this.#listed = [];
    this.#wasFull = false;
  }

  /** Answers whether it is the first one of its endpoint. */
  leaveOut({ requestId, endpoint }: PendingRecord): boolean {
    if (this.#leftOut.size < mostLeftOut) this.#leftOut.add(requestId);
    const isFirst = !this.#endpointsLeftOut.has(endpoint);
    this.#endpointsLeftOut.add(endpoint);
    return isFirst;
  }

  async #listAnew(): Promise<void> {
    this.#listed = [];
    this.#wasFull = false;
    const limit = mostListed + this.#leftOut.size;
    const records = await this.#list(limit);
    this.#wasFull = records.length >= limit;
    this.#listedAt = this.#clock.monotonic();
    const isNew = ({ requestId }: PendingRecord) =>
      !this.#givenOut.has(requestId) && !this.#leftOut.has(requestId);
    this.#listed = shuffled(records.filter(isNew));
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
