import { randomBytes } from 'node:crypto';
import {
  type ApiClient,
  type CallEndpoint,
  type CallOptions,
  ConfigError,
  credentialKey,
  type FetchedCredential,
  type SharedCredential,
} from '@wetempo/core';
import { jsSdkEndpoints } from '../endpoints/js-sdk.js';
import { signPage } from './sign-page.js';

interface Signed {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonceStr: string;
  readonly signature: string;
}

/** What a page hands to `wx.config`. */
export interface JsSdkConfig extends Signed {
  /** The corp id. */
  readonly appId: string;
}

/** What a page hands to `wx.agentConfig`. */
export interface AgentConfig extends Signed {
  readonly corpid: string;
  readonly agentid: number;
}

type SignOptions = Pick<CallOptions, 'signal'>;

/** Signs pages that use the JS-SDK. The tickets are shared and kept fresh by the same means as the access token. */
export class JsSdk {
  readonly #client: ApiClient;
  readonly #corpId: string;
  readonly #agentId: number | undefined;
  readonly #tickets = new Map<string, Promise<SharedCredential>>();

  constructor(client: ApiClient, corpId: string, agentId: number | undefined) {
    this.#client = client;
    this.#corpId = corpId;
    this.#agentId = agentId;
  }

  /**
   * For `wx.config`, by the ticket that all apps of the company share.
   *
   * @param url address of the page as the browser shows it; a `#fragment` does not count
   * @throws {ValidationError} where `url` is no web address
   * @throws {TokenError} where no ticket could be had
   */
  async sign(url: string, options: SignOptions = {}): Promise<JsSdkConfig> {
    const key = credentialKey({ id: this.#corpId, kind: 'ticket.jsapi' });
    const signed = await this.#signed(key, fetchTicket, url, options);
    return { appId: this.#corpId, ...signed };
  }

  /**
   * For `wx.agentConfig`, by the ticket of this app.
   *
   * @throws {ConfigError} where the client has no `agentId`; else as `sign`
   */
  async signAgent(url: string, options: SignOptions = {}): Promise<AgentConfig> {
    const agentid = this.#agentId;
    if (agentid === undefined) {
      throw new ConfigError('Wecom: agentId is missing, and wx.agentConfig is about one app', {
        hint: 'Give the client the `agentId` that its secret belongs to.',
      });
    }
    const key = credentialKey({ id: this.#corpId, agentId: agentid, kind: 'ticket.agent_config' });
    const signed = await this.#signed(key, fetchAgentTicket, url, options);
    return { corpid: this.#corpId, agentid, ...signed };
  }

  async close(): Promise<void> {
    for (const ticket of this.#tickets.values()) await (await ticket.catch(() => undefined))?.close();
  }

  async #signed(key: string, fetch: FetchTicket, url: string, { signal }: SignOptions): Promise<Signed> {
    const ticket = await (await this.#openTicket(key, fetch)).get({ signal });
    const timestamp = Math.floor(this.#client.clock.now() / 1000);
    const nonceStr = randomBytes(12).toString('base64url');
    return { timestamp, nonceStr, signature: signPage({ ticket, nonceStr, timestamp, url }) };
  }

  #openTicket(key: string, fetch: FetchTicket): Promise<SharedCredential> {
    const known = this.#tickets.get(key);
    if (known !== undefined) return known;
    const opened = this.#client.openTicket(key, fetch).catch((error: unknown) => {
      // What stood in the way may be gone by the next signature.
      this.#tickets.delete(key);
      throw error;
    });
    this.#tickets.set(key, opened);
    return opened;
  }
}

type FetchTicket = (call: CallEndpoint, signal: AbortSignal) => Promise<FetchedCredential>;

const fetchTicket: FetchTicket = async (call, signal) =>
  fetched(await call(jsSdkEndpoints.getTicket, {}, { signal }));

const fetchAgentTicket: FetchTicket = async (call, signal) =>
  fetched(await call(jsSdkEndpoints.getAgentTicket, { type: 'agent_config' }, { signal }));

function fetched({ ticket, expires_in }: { ticket: string; expires_in: number }): FetchedCredential {
  return { value: ticket, lifetimeMs: expires_in * 1000 };
}
