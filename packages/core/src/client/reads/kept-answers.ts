import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock/clock.js';
import type { AnyEndpoint } from '../../endpoint/endpoint.js';
import type { ReceivedAnswer } from '../../transport/transport.js';

const mostAnswers = 1_000;
/** A page of 10,000 openids has 300 kB; a thousand of those would be too much. */
const mostBytes = 16 * 2 ** 20;

interface Kept {
  readonly answer: ReceivedAnswer;
  readonly keptAt: number;
  readonly edition: number;
}

/** An answer of before, with its age in milliseconds. */
export interface Remembered {
  readonly answer: ReceivedAnswer;
  readonly ageMs: number;
}

/** The latest good answers of this process, as bytes: at most 1,000 and 16 MiB, those that were not asked for longest go first. */
export class KeptAnswers {
  readonly #clock: Clock;
  readonly #answers = new LRUCache<string, Kept>({
    max: mostAnswers,
    maxSize: mostBytes,
    sizeCalculation: ({ answer }, key) => answer.body.byteLength + key.length + 1,
  });
  /** By endpoint: grows when a call has ended what its answers said. */
  readonly #editions = new Map<string, number>();
  /** Names of the endpoints whose answers end with a call of the key's. */
  readonly #endedBy = new Map<string, Set<string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number to hand to `keep`. Asked before the request leaves: what ends an answer may come to pass meanwhile. */
  editionOf({ name, cache }: AnyEndpoint): number {
    if (cache === undefined) return 0;
    for (const ending of cache.endedBy ?? []) this.#endedBy.set(ending, this.#endedOf(ending).add(name));
    return this.#editions.get(name) ?? 0;
  }

  keep(key: string, answer: ReceivedAnswer, edition: number): void {
    this.#answers.set(key, { answer, keptAt: this.#clock.monotonic(), edition });
  }

  /** Of whatever age. */
  latest(key: string): Remembered | undefined {
    const kept = this.#answers.get(key);
    return kept && { answer: kept.answer, ageMs: this.#clock.monotonic() - kept.keptAt };
  }

  /** Where the endpoint declares that its answers may be kept, and nothing has ended this one. */
  fresh(key: string, { name, cache }: AnyEndpoint): ReceivedAnswer | undefined {
    if (cache === undefined) return undefined;
    const kept = this.#answers.get(key);
    if (kept === undefined || kept.edition !== (this.#editions.get(name) ?? 0)) return undefined;
    return this.#clock.monotonic() - kept.keptAt < cache.ttlMs ? kept.answer : undefined;
  }

  /** A call of this endpoint was carried out, or may have been. */
  ended(endpoint: string): void {
    for (const name of this.#endedBy.get(endpoint) ?? []) {
      this.#editions.set(name, (this.#editions.get(name) ?? 0) + 1);
    }
  }

  #endedOf(endpoint: string): Set<string> {
    return this.#endedBy.get(endpoint) ?? new Set();
  }
}
