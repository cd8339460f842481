import { randomBytes } from 'node:crypto';
import {
  type ApiClient,
  type CallEndpoint,
  type CallOptions,
  credentialKey,
  type FetchedCredential,
  type SharedCredential,
} from '@wetempo/core';
import { ticketEndpoints } from '../endpoints/ticket.js';
import { signJsSdkUrl } from './sign-js-sdk-url.js';

/** What a page hands to `wx.config`. */
export interface JsSdkConfig {
  readonly appId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonceStr: string;
  readonly signature: string;
}

/** Signs pages that use the JS-SDK. The ticket is shared and kept fresh by the same means as the access token. */
export class JsSdk {
  readonly #client: ApiClient;
  readonly #appId: string;
  #ticket: Promise<SharedCredential> | undefined;

  constructor(client: ApiClient, appId: string) {
    this.#client = client;
    this.#appId = appId;
  }

  /**
   * @param url address of the page as the browser shows it; a `#fragment` does not count
   * @throws {ValidationError} where `url` is no web address
   * @throws {TokenError} where no ticket could be had
   */
  async sign(url: string, options: Pick<CallOptions, 'signal'> = {}): Promise<JsSdkConfig> {
    const ticket = await (await this.#openTicket()).get({ signal: options.signal });
    const timestamp = Math.floor(this.#client.clock.now() / 1000);
    const nonceStr = randomBytes(12).toString('base64url');
    const signature = signJsSdkUrl({ ticket, nonceStr, timestamp, url });
    return { appId: this.#appId, timestamp, nonceStr, signature };
  }

  async close(): Promise<void> {
    await (await this.#ticket?.catch(() => undefined))?.close();
  }

  #openTicket(): Promise<SharedCredential> {
    const key = credentialKey({ id: this.#appId, kind: 'ticket.jsapi' });
    this.#ticket ??= this.#client.openTicket(key, fetchTicket).catch((error: unknown) => {
      // What stood in the way may be gone by the next signature.
      this.#ticket = undefined;
      throw error;
    });
    return this.#ticket;
  }
}

async function fetchTicket(call: CallEndpoint, signal: AbortSignal): Promise<FetchedCredential> {
  const { ticket, expires_in } = await call(ticketEndpoints.get, { type: 'jsapi' }, { signal });
  return { value: ticket, lifetimeMs: expires_in * 1000 };
}
