import type { SendDelivery } from '../send/send-store.js';

/** What a callback says of one message, in words that every platform shares. */
export interface DeliveryReport {
  /** The platform's id of the message, as a decimal string; `undefined` where the callback names none. */
  readonly msgid: string | undefined;
  readonly recipient: string;
  /** Names of the message endpoints that it may speak of, for example `template.send`. */
  readonly endpoints: readonly string[];
  /** Fields that the message's request has, where the callback tells some, for example its template's id. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly delivery: SendDelivery;
}

export interface SettleDeliveryOptions {
  /**
   * How long before the callback's moment the first request of a message may have left that it is taken for.
   * @default 600_000
   */
  readonly windowMs?: number | undefined;
  /**
   * How long to wait for a message under way that the callback has overtaken. A store that can search is only waited for
   * while it has such a message. @default 3000
   */
  readonly patienceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a report led to.
 * - `noted`: on a message that was known as sent.
 * - `resolved`: a message whose fate was unknown is `sent` by it.
 * - `unmatched`: it speaks of no message that is known here, or not of one alone that could be told by its recipient.
 * - `ambiguous`: it may speak of each of these, so nothing was changed.
 */
export type DeliveryAnswer =
  | {
      readonly type: 'noted' | 'resolved';
      readonly requestId: string;
      readonly state: SendDelivery['state'];
    }
  | { readonly type: 'unmatched' }
  | { readonly type: 'ambiguous'; readonly requestIds: readonly string[] };
