import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenFields } from '../callback/callback-message.js';
import type { CallbackHandler } from '../callback/receive/callback-handler.js';

export type AnyHandler = CallbackHandler<OpenFields>;

/** What the module needs of a platform's receiver, whatever its catalog. */
export interface NestCallbackReceiver {
  onMessage(name: string, handler: AnyHandler): unknown;
  onEvent(name: string, handler: AnyHandler): unknown;
  onCommand(name: string, handler: AnyHandler): unknown;
  onAny(handler: AnyHandler): unknown;
  requestHandler(): (request: IncomingMessage, response: ServerResponse) => void;
  ready(): Promise<unknown>;
  close(): Promise<void>;
}
