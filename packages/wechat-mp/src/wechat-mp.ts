import {
  ApiClient,
  type ApiSignatureOptions,
  apiSignatureShape,
  bindEndpoints,
  type CallOptions,
  type ClientOptions,
  checkOptions,
  clientOptionsShape,
  clientSettings,
  type EndpointMethods,
  PlatformClient,
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
export class WechatMp extends PlatformClient {
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
    super(client);
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

  /** Takes no more calls, waits for those under way, and closes everything that was opened. */
  override async close(): Promise<void> {
    await this.jsSdk.close();
    await super.close();
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
