import { randomBytes } from 'node:crypto';

/** More doubts than a process can have calls under way would be a leak. */
const mostDoubts = 10_000;

/**
 * Names claims, so that one whose answer was lost on the way can be repeated: the record then knows its own claim again
 * and is not "held by another" until the lease ends, with an attempt on it that nobody made.
 */
export class ClaimIds {
  readonly #process = randomBytes(6).toString('base64url');
  readonly #doubtful = new Map<string, string>();
  #count = 0;

  /** The id of an earlier claim on this key of which nobody knows whether it worked; else a new one. */
  take(key: string): string {
    const doubtful = this.#doubtful.get(key);
    this.#doubtful.delete(key);
    this.#count += 1;
    return doubtful ?? `${this.#process}${this.#count.toString(36)}`;
  }

  /** The claim may have worked, and its caller has been told that it failed. */
  doubt(key: string, claimId: string): void {
    this.#doubtful.set(key, claimId);
    const [oldest] = this.#doubtful.keys();
    if (this.#doubtful.size > mostDoubts && oldest !== undefined) this.#doubtful.delete(oldest);
  }
}
