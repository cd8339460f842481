import type { AnyMessageEndpoint, Endpoint, RequestOf } from '../endpoint/endpoint.js';
import type { AcceptedReceipt } from '../send/send-receipt.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { ApiClient } from './api-client.js';
import type { AnyCallOptions, CallOptions, QueuedSendOptions, SendOptions } from './call.js';
import type { RawRequest } from './raw-request.js';
import type { ReceiptOf } from './receipt-of.js';
import type { ResumeOptions, ResumeReport } from './resume-pending.js';
import type { Sends } from './sends.js';

/** What the client of every platform has beside the methods of its endpoints. */
export abstract class PlatformClient {
  readonly #client: ApiClient;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** Hears what the client does; see the events' types. */
  get telemetry(): Telemetry {
    return this.#client.telemetry;
  }

  /**
   * The client's own axios, for interceptors. They run for each attempt and see tokens and session keys. In a bundle they
   * tell its errors by `isAxiosError`: the bundle may hold another copy of axios than the one that this is made of.
   */
  get axios(): ApiClient['axios'] {
    return this.#client.axios;
  }

  /** What stands behind every method here; for what works with any platform, such as pushes. */
  get client(): ApiClient {
    return this.#client;
  }

  /** What is known of this account's messages, and what only a person can decide about them. */
  get sends(): Sends {
    return this.#client.sends;
  }

  /** What is known of this account's pace, and who may pass it for a while. */
  get limits(): ApiClient['limits'] {
    return this.#client.limits;
  }

  /** Calls any declared endpoint, also one of your own; with `onLimit: 'queue'`, a message may go out later. */
  call<E extends AnyMessageEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: QueuedSendOptions,
  ): Promise<ReceiptOf<E> | AcceptedReceipt>;
  /** Calls any declared endpoint, also one of your own. */
  call<E extends AnyMessageEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: SendOptions,
  ): Promise<ReceiptOf<E>>;
  call<Request, Response>(
    endpoint: Endpoint<string, Request, Response>,
    request: Request,
    options?: CallOptions,
  ): Promise<Response>;
  call(endpoint: Endpoint, request: unknown, options?: AnyCallOptions): Promise<unknown> {
    return this.#client.callAny(endpoint, request, options);
  }

  /** Calls any path at all, untyped. A POST is never repeated after an unknown outcome. */
  request(request: RawRequest, options?: CallOptions): Promise<unknown> {
    return this.#client.request(request, options);
  }

  /** Finishes the messages that a dead process left behind. */
  resumePending(options?: ResumeOptions): Promise<ResumeReport> {
    return this.#client.resumePending(options);
  }

  /** Opens what the first call would open, so that a missing package shows at the start. */
  ready(): Promise<void> {
    return this.#client.ready();
  }

  /** Takes no more calls, waits for those under way, and closes everything that was opened. */
  async close(): Promise<void> {
    await this.#client.close();
  }
}
