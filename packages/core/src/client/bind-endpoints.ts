import type { AnyEndpoint, AnyMessageEndpoint, RequestOf, ResponseOf } from '../endpoint/endpoint.js';
import type { AcceptedReceipt } from '../send/send-receipt.js';
import type { ApiClient } from './api-client.js';
import type { AnyCallOptions, CallOptions, QueuedSendOptions, SendOptions } from './call.js';
import type { ReceiptOf } from './receipt-of.js';

/** Sends a message; with `onLimit: 'queue'` it may go out later. */
export interface MessageMethod<E extends AnyMessageEndpoint> {
  (request: RequestOf<E>, options: QueuedSendOptions): Promise<ReceiptOf<E> | AcceptedReceipt>;
  (request: RequestOf<E>, options: SendOptions): Promise<ReceiptOf<E>>;
}

/** An endpoint as a method. A request that has no required field may be left out. */
export type EndpointMethod<E extends AnyEndpoint> = E extends AnyMessageEndpoint
  ? MessageMethod<E>
  : object extends RequestOf<E>
    ? (request?: RequestOf<E>, options?: CallOptions) => Promise<ResponseOf<E>>
    : (request: RequestOf<E>, options?: CallOptions) => Promise<ResponseOf<E>>;

export type EndpointMethods<Group extends Readonly<Record<string, AnyEndpoint>>> = {
  readonly [Name in keyof Group]: EndpointMethod<Group[Name]>;
};

/** Gives every declared endpoint of a group a method of its name, each of them the one `call`. */
export function bindEndpoints<const Group extends Readonly<Record<string, AnyEndpoint>>>(
  client: ApiClient,
  group: Group,
): EndpointMethods<Group> {
  const methods = Object.entries(group).map(([name, endpoint]) => [
    name,
    (request: unknown = {}, options?: AnyCallOptions) => client.callAny(endpoint, request, options),
  ]);
  return Object.fromEntries(methods);
}
