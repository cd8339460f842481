import type { CallbackContent } from './callback-content.js';

/**
 * What a handler answers the sender.
 * - `message`: fields beside the header, which is the received one turned round; written as XML or JSON as the callback came,
 *   and encrypted where the mode is encrypted
 * - `raw`: a body of its own, for the few events whose answer is prescribed; encrypted alike unless `encrypt` is false
 */
export type CallbackReply =
  | {
      readonly type: 'message';
      readonly fields: { readonly MsgType: string; readonly [name: string]: CallbackContent };
    }
  | { readonly type: 'raw'; readonly body: string; readonly contentType: string; readonly encrypt?: boolean };

/** Nothing, or a reply. Nothing is answered with the platform's word for "received". */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing has no return statement
export type HandlerResult = CallbackReply | undefined | void;
