import type { SeededRandom } from '../random/seeded-random.js';

const KEPT_MS = 7 * 86_400_000;
const MAX_KEPT = 10_000;

/** What `openapi/rid/get` tells of a call that failed. */
export interface RidRecord {
  readonly appId: string | undefined;
  readonly at: number;
  readonly path: string;
  readonly requestBody: string;
  readonly responseBody: string;
}

/** The request ids that stand in error texts, and what they lead to. */
export class RidBook {
  readonly #random: SeededRandom;
  readonly #records = new Map<string, RidRecord>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  next(nowMs: number): string {
    const seconds = Math.floor(nowMs / 1_000)
      .toString(16)
      .padStart(8, '0');
    return `${seconds}-${this.#random.hex8()}-${this.#random.hex8()}`;
  }

  keep(rid: string, record: RidRecord): void {
    this.#records.set(rid, record);
    if (this.#records.size <= MAX_KEPT) return;
    for (const oldest of this.#records.keys()) {
      this.#records.delete(oldest);
      return;
    }
  }

  find(rid: string, nowMs: number): RidRecord | 'unknown' | 'expired' {
    const record = this.#records.get(rid);
    if (record === undefined) return 'unknown';
    return nowMs - record.at > KEPT_MS ? 'expired' : record;
  }
}
