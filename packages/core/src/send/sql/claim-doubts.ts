import { keyText } from '../key-text.js';
import type { ClaimAnswer, SendKey } from '../send-store.js';
import type { SqlRecord } from './sql-rows.js';

/** More doubts than a process can have calls under way would be a leak. */
const mostDoubts = 10_000;

/** A claim that may have worked although its caller was told of an error. */
export interface ClaimDoubt {
  /** Of the transaction that may have written the record. */
  readonly stamp: string;
  readonly takenOver: Extract<ClaimAnswer, { type: 'claimed' }>['takenOver'];
}

/** Whether the record is as the claim in doubt left it: the claim has worked, and nobody has come in between. */
export function isOfDoubt(record: SqlRecord | undefined, doubt: ClaimDoubt): record is SqlRecord {
  return record?.state === 'pending' && record.stamp === doubt.stamp;
}

/** The doubts of one process, by record. */
export class ClaimDoubts {
  readonly #doubts = new Map<string, ClaimDoubt>();

  take(key: SendKey): ClaimDoubt | undefined {
    const doubt = this.#doubts.get(keyText(key));
    this.#doubts.delete(keyText(key));
    return doubt;
  }

  keep(key: SendKey, doubt: ClaimDoubt): void {
    this.#doubts.set(keyText(key), doubt);
    const [oldest] = this.#doubts.keys();
    if (this.#doubts.size > mostDoubts && oldest !== undefined) this.#doubts.delete(oldest);
  }
}
