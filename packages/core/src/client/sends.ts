import { z } from 'zod';
import type { Clock } from '../clock/clock.js';
import { checkOptions } from '../config/check-options.js';
import type { DeliveryAnswer, DeliveryReport, SettleDeliveryOptions } from '../delivery/delivery-report.js';
import { settleDelivery } from '../delivery/settle-delivery.js';
import { ConfigError } from '../errors/errors.js';
import type { SendReceipt } from '../send/send-receipt.js';
import type {
  SendPage,
  SendQuery,
  SendRecord,
  SendState,
  SendStore,
  Settlement,
  UnknownPage,
} from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { SettledRecord } from './message-sender.js';
import { awaitEnd, type ReceiptOptions } from './send-queue/await-end.js';

export interface SendsParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Opens what the store needs, when it is first asked. */
  readonly open: () => Promise<SendStore>;
  /** Of a wait for a receipt that does not say itself. */
  readonly deadlineMs: number;
  /** Answers, or throws, as the call did that ended this message. */
  readonly replay: (record: SettledRecord) => Promise<SendReceipt>;
}

/** What is known of one account's messages, and what only a person can decide about them. */
export class Sends {
  readonly #parts: SendsParts;
  readonly #open: () => Promise<SendStore>;
  readonly #account: string;

  constructor(parts: SendsParts) {
    this.#parts = parts;
    this.#account = parts.account;
    this.#open = parts.open;
  }

  async find(requestId: string): Promise<SendRecord | undefined> {
    return (await this.#open()).find({ account: this.#account, requestId });
  }

  /**
   * Waits until the message has an end, whichever process brings it about, and answers its receipt.
   *
   * @throws {ApiError} the platform refused it
   * @throws {OutcomeUnknownError} nobody knows whether it went out
   * @throws {SendInProgressError} `deadlineMs` is over, and it has not been sent yet
   * @throws {DeadlineError} `signal` was aborted
   * @throws {ValidationError} the store knows no such message
   */
  async receipt(requestId: string, options: ReceiptOptions = {}): Promise<SendReceipt> {
    const { clock, deadlineMs, replay } = this.#parts;
    const send = { requestId, clock, find: () => this.find(requestId) };
    return replay(await awaitEnd(send, { ...options, deadlineMs: options.deadlineMs ?? deadlineMs }));
  }

  async count(): Promise<Record<SendState, number>> {
    return (await this.#open()).count(this.#account);
  }

  /**
   * Messages that fit every field that is given, oldest first.
   *
   * @param query.limit most of one page, 1 to 10,000; default 100
   * @throws {ConfigError} for a wrong `limit`; where the store cannot search: Redis finds messages by `requestId` only
   */
  async search({
    limit: wanted,
    ...query
  }: Omit<SendQuery, 'account' | 'limit'> & { readonly limit?: number | undefined }): Promise<SendPage> {
    const limit = pageLimitOf(wanted, 'sends.search');
    const store = await this.#open();
    if (store.search === undefined) {
      throw new ConfigError('sends.search: this send store finds messages by their requestId only', {
        hint: 'Take sends.find, or keep the messages in SQLite, PostgreSQL or MySQL.',
      });
    }
    return store.search({ ...query, limit, account: this.#account });
  }

  /**
   * Removes now what is past its retention, and answers how many records there were; a store forgets them in time by
   * itself. Answers 0 where the store lets records expire, as Redis does.
   */
  async clean(): Promise<number> {
    return (await (await this.#open()).clean?.(this.#account)) ?? 0;
  }

  /**
   * Messages of which nobody knows whether they went out, oldest first.
   *
   * @param page.limit most of one page, 1 to 10,000; default 100
   * @throws {ConfigError} for a wrong `limit`
   */
  async listUnknown(
    page: { readonly limit?: number; readonly cursor?: string | undefined } = {},
  ): Promise<UnknownPage> {
    const { cursor } = page;
    const limit = pageLimitOf(page.limit, 'sends.listUnknown');
    return (await this.#open()).listUnknown({ account: this.#account, limit, cursor });
  }

  /** Says what became of an unknown message. Answers `false` where it is not unknown. */
  async settleUnknown(requestId: string, end: Exclude<Settlement, { state: 'unknown' }>): Promise<boolean> {
    return (await this.#open()).resolveUnknown({ account: this.#account, requestId }, end);
  }

  /**
   * Writes into a message's record what a callback said of it; a message whose fate was unknown is `sent` by that. A
   * message stays `sent` where it was not delivered: the platform had taken it, and it is not sent again.
   *
   * @throws {StoreUnavailableError} where the store cannot be reached: let the platform call again
   */
  async settleDelivery(report: DeliveryReport, options?: SettleDeliveryOptions): Promise<DeliveryAnswer> {
    const store = await this.#open();
    return settleDelivery({ ...this.#parts, store }, report, options);
  }

  /**
   * Lets the store go on after it lost its memory: ids that it does not know count as new again. Find out first which
   * messages went out before. Answers `false` where nothing was lost.
   */
  async acceptLoss(): Promise<boolean> {
    return (await (await this.#open()).acceptLoss?.(this.#account)) ?? false;
  }
}

const pageSchema = z.strictObject({ limit: z.number().int().min(1).max(10_000).default(100) });

/** To some databases a negative limit is none, and a page is held in memory. */
function pageLimitOf(limit: number | undefined, owner: string): number {
  return checkOptions(pageSchema, { limit }, owner).limit;
}
