import type { CallbackContext, CallbackDeclaration, OpenFields } from '../callback-message.js';
import type { CallbackReply, HandlerResult } from '../callback-reply.js';

/** Handles one kind of message or event. */
export type CallbackHandler<Message> = (
  message: Message,
  context: CallbackContext,
) => HandlerResult | Promise<HandlerResult>;

/** What a declaration makes of a callback; text, where the catalog is any catalog. */
export type DeclaredFields<Declaration> =
  Declaration extends CallbackDeclaration<string, infer Fields>
    ? unknown extends Fields
      ? OpenFields
      : Fields
    : OpenFields;

/** A handler that threw, or a reply that could not be given. */
export interface CallbackFailure {
  /** What the handler was called with. */
  readonly message: unknown;
  readonly context: CallbackContext;
  /** `retry`: called again here. `given-back`: called again by any process. `given-up`: never. */
  readonly next: 'retry' | 'given-back' | 'given-up';
  /** From now until that. */
  readonly waitMs: number;
}

export type CallbackErrorListener = (error: unknown, failure: CallbackFailure) => unknown;

/** Sends in another way what came too late to be the answer, for example as a customer-service message. */
export type LateReplyListener = (
  reply: CallbackReply,
  message: OpenFields,
  context: CallbackContext,
) => unknown;
