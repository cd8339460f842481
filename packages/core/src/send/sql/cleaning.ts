import type { SendState } from '../send-store.js';
import type { SqlDatabase } from './sql-database.js';
import type { SqlSettings } from './sql-options.js';

/** Old records go in small portions beside claims, so that no claim waits long. */
const claimsPerCleaning = 256;
const portion = 2 * claimsPerCleaning;

const states = ['sent', 'failed', 'pending', 'unknown'] as const;

/** Forgets records that are past their retention. */
export class Cleaning {
  readonly #olderThanMs: Readonly<Record<SendState, number>>;
  readonly #claims = new Map<string, number>();
  #underWay: Promise<void> | undefined;

  constructor({ retentionMs, openRetentionMs }: Pick<SqlSettings, 'retentionMs' | 'openRetentionMs'>) {
    this.#olderThanMs = {
      sent: retentionMs,
      failed: retentionMs,
      pending: openRetentionMs,
      unknown: openRetentionMs,
    };
  }

  /** Cleans a portion every so many claims of the account; the claim does not wait for it. */
  noteClaim(account: string, open: () => Promise<SqlDatabase>): void {
    const claims = this.#claims.get(account) ?? 0;
    this.#claims.set(account, claims + 1);
    if (claims % claimsPerCleaning !== 0 || this.#underWay !== undefined) return;
    this.#underWay = open()
      .then((database) => this.#portion(account, database))
      // The next one takes up what was left; whatever is wrong with the database, claims tell of it.
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  /** Everything of the account, portion by portion; answers how many records that were. */
  async all(account: string, database: SqlDatabase): Promise<number> {
    let total = 0;
    for (;;) {
      const removed = await this.#portion(account, database);
      total += removed;
      if (removed === 0) return total;
    }
  }

  async ended(): Promise<void> {
    await this.#underWay;
  }

  async #portion(account: string, database: SqlDatabase): Promise<number> {
    let removed = 0;
    for (const state of states) {
      removed += await database.forget(account, state, this.#olderThanMs[state], portion);
    }
    return removed;
  }
}
