import { keyText } from './key-text.js';
import type { SendLease } from './send-store.js';
import type { StoredRecord } from './stored-record.js';

/** More than a process can have under way: whoever claims and never settles must not fill the memory. */
const mostRecords = 10_000;

/**
 * What this process has claimed, as the claim wrote it: most settlements follow with nothing in between and need not read
 * it again. Only a guess, since another process may have taken the record over.
 */
export class ClaimedRecords {
  readonly #records = new Map<string, StoredRecord>();

  remember(record: StoredRecord): void {
    if (this.#records.size >= mostRecords) this.#records.clear();
    this.#records.set(keyText(record), record);
  }

  /** Forgets what was claimed under this lease, and answers it. */
  take(lease: SendLease): StoredRecord | undefined {
    const key = keyText(lease);
    const record = this.#records.get(key);
    if (record?.fence !== lease.fence) return undefined;
    this.#records.delete(key);
    return record;
  }
}
