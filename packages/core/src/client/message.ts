import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import type { Call, SendOptions } from './call.js';

/** The call of a message. */
export type MessageCall = Call & { readonly endpoint: AnyMessageEndpoint; readonly requestId: string };

/** A message on its way: the call, and what the SendStore keeps of it. */
export interface Message {
  readonly call: MessageCall;
  /** The request as JSON, as the caller wrote it. */
  readonly payload: string;
  readonly fingerprint: string;
  readonly resend: NonNullable<SendOptions['resend']>;
  /** Id of the push that it belongs to. */
  readonly push: string | undefined;
  /** It came from the store: nobody else may have it any more, so it goes back there unless it has an end. */
  readonly takenUp: boolean;
}
