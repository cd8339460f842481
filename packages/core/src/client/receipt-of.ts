import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import type { IdentifiedReceipt, SendReceipt } from '../send/send-receipt.js';

/** What sending over an endpoint answers: with a `msgid` where the platform names one. */
export type ReceiptOf<E extends AnyMessageEndpoint> = E['message'] extends {
  messageId(response: never): string | undefined;
}
  ? IdentifiedReceipt
  : SendReceipt;
