import {
  type AcceptedReceipt,
  type AnyCallOptions,
  type AnyMessageEndpoint,
  ApiClient,
  type ApiSignatureOptions,
  apiSignatureShape,
  bindEndpoints,
  type CallOptions,
  type ClientOptions,
  checkOptions,
  clientOptionsShape,
  clientSettings,
  type Endpoint,
  type EndpointMethods,
  type QueuedSendOptions,
  type RawRequest,
  type ReceiptOf,
  type RequestOf,
  type ResumeOptions,
  type ResumeReport,
  type SendOptions,
  type Sends,
  type Telemetry,
  withApiSignature,
} from '@wetempo/core';
import { z } from 'zod';
import { mpAccount } from './account.js';
import {
  followers,
  mpEndpointGroups,
  type UserInfo,
  type UserLanguage,
  userInfos,
} from './endpoints/index.js';
import { JsSdk } from './jssdk/js-sdk.js';
import { mpPlatform } from './platform.js';

export interface WechatMpOptions extends ClientOptions {
  /** `wx…`, from the console: 设置与开发 → 基本配置. */
  appId: string;
  /** From the same page. Never printed by anything here. */
  appSecret: string;
  /** For accounts with 服务端 API 签名加密 (signature and encryption of server APIs) switched on. @default off */
  apiSignature?: ApiSignatureOptions | undefined;
}

const optionsSchema = z.strictObject({
  ...clientOptionsShape,
  appId: z.string().regex(/^wx[0-9A-Za-z]{6,}$/, 'must be an app id, which begins with "wx"'),
  // A line break at the end is what reading it from a file leaves.
  appSecret: z.string().regex(/^\S+$/, 'must not be empty and must have no blanks'),
  apiSignature: apiSignatureShape,
});

type Groups = typeof mpEndpointGroups;
type UserMethods = EndpointMethods<Groups['user']> & {
  /** Every follower's openid, page by page. */
  listAll(options?: CallOptions): AsyncGenerator<string, void, undefined>;
  /**
   * What the platform tells about many people, in the order of `openids`: 100 with each request, four requests at a time,
   * and each person asked for once. `deadlineMs` is that of each request.
   *
   * @throws {ResponseError} where the platform leaves somebody out; what fails for one request fails for all
   */
  infoMany(
    openids: readonly string[],
    request?: { readonly lang?: UserLanguage | undefined },
    options?: CallOptions,
  ): Promise<UserInfo[]>;
};

/**
 * Client of one Official Account (公众号).
 *
 * @example
 * const mp = new WechatMp({ appId, appSecret, redis: 'redis://127.0.0.1:6379' });
 * await mp.template.send({ touser, template_id, data }, { requestId: 'order-1001-shipped' });
 * await mp.close();
 */
export class WechatMp {
  readonly #client: ApiClient;
  readonly template: EndpointMethods<Groups['template']>;
  readonly subscribeMessage: EndpointMethods<Groups['subscribeMessage']>;
  readonly customerMessage: EndpointMethods<Groups['customerMessage']>;
  readonly customerService: EndpointMethods<Groups['customerService']>;
  readonly user: UserMethods;
  readonly tag: EndpointMethods<Groups['tag']>;
  readonly menu: EndpointMethods<Groups['menu']>;
  readonly qrcode: EndpointMethods<Groups['qrcode']>;
  readonly media: EndpointMethods<Groups['media']>;
  readonly oauth: EndpointMethods<Groups['oauth']>;
  readonly quota: EndpointMethods<Groups['quota']>;
  /** Signatures for pages that use the JS-SDK. */
  readonly jsSdk: JsSdk;

  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: WechatMpOptions) {
    checkOptions(optionsSchema, options, 'WechatMp');
    const { appId, appSecret, apiSignature, ...rest } = options;
    const { baseUrl } = mpPlatform;
    const settings = withApiSignature(clientSettings(rest, mpPlatform), apiSignature, { appId, baseUrl });
    const client = new ApiClient(mpPlatform, mpAccount(appId, appSecret), settings);
    this.#client = client;
    this.template = bindEndpoints(client, mpEndpointGroups.template);
    this.subscribeMessage = bindEndpoints(client, mpEndpointGroups.subscribeMessage);
    this.customerMessage = bindEndpoints(client, mpEndpointGroups.customerMessage);
    this.customerService = bindEndpoints(client, mpEndpointGroups.customerService);
    this.user = withLists(bindEndpoints(client, mpEndpointGroups.user));
    this.tag = bindEndpoints(client, mpEndpointGroups.tag);
    this.menu = bindEndpoints(client, mpEndpointGroups.menu);
    this.qrcode = bindEndpoints(client, mpEndpointGroups.qrcode);
    this.media = bindEndpoints(client, mpEndpointGroups.media);
    this.oauth = bindEndpoints(client, mpEndpointGroups.oauth);
    this.quota = bindEndpoints(client, mpEndpointGroups.quota);
    this.jsSdk = new JsSdk(client, appId);
  }

  /** Hears what the client does; see the events' types. */
  get telemetry(): Telemetry {
    return this.#client.telemetry;
  }

  /** The client's own axios, for interceptors. They run for each attempt and see the access token. */
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
    await this.jsSdk.close();
    await this.#client.close();
  }
}

function withLists(user: EndpointMethods<Groups['user']>): UserMethods {
  const listAll = (options?: CallOptions) =>
    followers((next_openid) => user.list(next_openid === undefined ? {} : { next_openid }, options));
  const infoMany: UserMethods['infoMany'] = (openids, { lang } = {}, options) =>
    userInfos(openids, async (chunk) => {
      const user_list = chunk.map((openid) => (lang === undefined ? { openid } : { openid, lang }));
      return (await user.batchInfo({ user_list }, options)).user_info_list;
    });
  return { ...user, listAll, infoMany };
}
