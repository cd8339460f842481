import { ConfigError } from '../errors/errors.js';
import type {
  SendPage,
  SendQuery,
  SendRecord,
  SendState,
  SendStore,
  Settlement,
  UnknownPage,
} from '../send/send-store.js';

/** What is known of one account's messages, and what only a person can decide about them. */
export class Sends {
  readonly #open: () => Promise<SendStore>;
  readonly #account: string;

  constructor(account: string, open: () => Promise<SendStore>) {
    this.#account = account;
    this.#open = open;
  }

  async find(requestId: string): Promise<SendRecord | undefined> {
    return (await this.#open()).find({ account: this.#account, requestId });
  }

  async count(): Promise<Record<SendState, number>> {
    return (await this.#open()).count(this.#account);
  }

  /**
   * Messages that fit every field that is given, oldest first.
   *
   * @throws {ConfigError} where the store cannot search: Redis finds messages by `requestId` only
   */
  async search({
    limit = 100,
    ...query
  }: Omit<SendQuery, 'account' | 'limit'> & { readonly limit?: number | undefined }): Promise<SendPage> {
    const store = await this.#open();
    if (store.search === undefined) {
      throw new ConfigError('sends.search: this send store finds messages by their requestId only', {
        hint: 'Take sends.find, or keep the messages in SQLite, PostgreSQL or MySQL.',
      });
    }
    return store.search({ ...query, limit, account: this.#account });
  }

  /** Messages of which nobody knows whether they went out, oldest first. */
  async listUnknown(
    page: { readonly limit?: number; readonly cursor?: string | undefined } = {},
  ): Promise<UnknownPage> {
    const { limit = 100, cursor } = page;
    return (await this.#open()).listUnknown({ account: this.#account, limit, cursor });
  }

  /** Says what became of an unknown message. Answers `false` where it is not unknown. */
  async settleUnknown(requestId: string, end: Exclude<Settlement, { state: 'unknown' }>): Promise<boolean> {
    return (await this.#open()).resolveUnknown({ account: this.#account, requestId }, end);
  }

  /**
   * Lets the store go on after it lost its memory: ids that it does not know count as new again. Find out first which
   * messages went out before. Answers `false` where nothing was lost.
   */
  async acceptLoss(): Promise<boolean> {
    return (await (await this.#open()).acceptLoss?.(this.#account)) ?? false;
  }
}
