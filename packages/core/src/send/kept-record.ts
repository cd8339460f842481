import type { StoredRecord } from './stored-record.js';

/** A record in memory, and its neighbours in the line that it stands in. */
export interface KeptRecord {
  record: StoredRecord;
  older: KeptRecord | undefined;
  younger: KeptRecord | undefined;
}

/**
 * Records in the order in which they came. Joining, leaving and looking at the oldest take constant time; a
 * `Map` in order of insertion would step over every entry that was ever removed from its beginning.
 */
export class AgeLine {
  #oldest: KeptRecord | undefined;
  #youngest: KeptRecord | undefined;

  get oldest(): KeptRecord | undefined {
    return this.#oldest;
  }

  /** @param kept one that stands nowhere */
  join(kept: KeptRecord): void {
    kept.older = this.#youngest;
    if (this.#youngest === undefined) this.#oldest = kept;
    else this.#youngest.younger = kept;
    this.#youngest = kept;
  }

  /** @param kept one that stands in this line */
  leave(kept: KeptRecord): void {
    const { older, younger } = kept;
    if (older === undefined) this.#oldest = younger;
    else older.younger = younger;
    if (younger === undefined) this.#youngest = older;
    else younger.older = older;
    kept.older = undefined;
    kept.younger = undefined;
  }

  /** Oldest first. */
  *records(): Generator<StoredRecord> {
    for (let kept = this.#oldest; kept !== undefined; kept = kept.younger) yield kept.record;
  }

  clear(): void {
    this.#oldest = undefined;
    this.#youngest = undefined;
  }
}
