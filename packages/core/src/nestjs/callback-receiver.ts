import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallbackContext, OpenFields } from '../callback/callback-message.js';
import type { HandlerResult } from '../callback/callback-reply.js';
import type { CallbackAnswer, CallbackRequest } from '../callback/callback-request.js';

export type AnyHandler = (
  message: OpenFields,
  context: CallbackContext,
) => HandlerResult | Promise<HandlerResult>;

/** What the module needs of a platform's receiver, whatever its catalog. */
export interface NestCallbackReceiver {
  onMessage(name: string, handler: AnyHandler): unknown;
  onEvent(name: string, handler: AnyHandler): unknown;
  onCommand(name: string, handler: AnyHandler): unknown;
  onAny(handler: AnyHandler): unknown;
  handle(request: CallbackRequest): Promise<CallbackAnswer>;
  requestHandler(): (request: IncomingMessage, response: ServerResponse) => void;
  ready(): Promise<unknown>;
  close(): Promise<void>;
}
