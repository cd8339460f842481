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
  type RequestOf,
  type ResponseOf,
  withApiSignature,
} from '@wetempo/core';
import { z } from 'zod';
import { miniProgramAccount } from './account.js';
import { miniProgramEndpointGroups } from './endpoints/index.js';
import { miniProgramPlatform } from './platform.js';
import { type SessionOf, sessionProofOf } from './session/index.js';

export interface MiniProgramOptions extends ClientOptions {
  /** `wx…`, from the console: 开发管理 → 开发设置. */
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

type Groups = typeof miniProgramEndpointGroups;
type Auth = Groups['auth'];

/** Calls an endpoint that wants proof of a session: the session itself will do, its key does not leave. */
type SessionMethod<E extends Auth[keyof Auth]> = (
  request: SessionOf | RequestOf<E>,
  options?: CallOptions,
) => Promise<ResponseOf<E>>;

type AuthMethods = Omit<EndpointMethods<Auth>, 'checkSession' | 'resetSession' | 'getUserEncryptKey'> & {
  /** Succeeds while a session key is the current one; else `ApiError` 87009. */
  checkSession: SessionMethod<Auth['checkSession']>;
  /** Ends a session key and answers the next one. */
  resetSession: SessionMethod<Auth['resetSession']>;
  /** The latest keys with which the mini program encrypts what it sends. */
  getUserEncryptKey: SessionMethod<Auth['getUserEncryptKey']>;
};

/**
 * Client of one Mini Program (小程序).
 *
 * @example
 * const mini = new MiniProgram({ appId, appSecret, redis: 'redis://127.0.0.1:6379' });
 * const { openid } = await mini.auth.code2Session({ js_code });
 * await mini.subscribeMessage.send({ touser: openid, template_id, data }, { requestId: 'order-1001-paid' });
 * await mini.close();
 */
export class MiniProgram extends PlatformClient {
  readonly auth: AuthMethods;
  readonly subscribeMessage: EndpointMethods<Groups['subscribeMessage']>;
  readonly customerMessage: EndpointMethods<Groups['customerMessage']>;
  readonly media: EndpointMethods<Groups['media']>;
  readonly wxacode: EndpointMethods<Groups['wxacode']>;
  readonly urlLink: EndpointMethods<Groups['urlLink']>;
  readonly urlScheme: EndpointMethods<Groups['urlScheme']>;
  readonly shortLink: EndpointMethods<Groups['shortLink']>;
  readonly security: EndpointMethods<Groups['security']>;
  readonly analytics: EndpointMethods<Groups['analytics']>;
  readonly orderShipping: EndpointMethods<Groups['orderShipping']>;
  readonly quota: EndpointMethods<Groups['quota']>;

  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: MiniProgramOptions) {
    checkOptions(optionsSchema, options, 'MiniProgram');
    const { appId, appSecret, apiSignature, ...rest } = options;
    const { baseUrl } = miniProgramPlatform;
    const unsigned = clientSettings(rest, miniProgramPlatform);
    const settings = withApiSignature(unsigned, apiSignature, { appId, baseUrl });
    const client = new ApiClient(miniProgramPlatform, miniProgramAccount(appId, appSecret), settings);
    super(client);
    this.auth = withSessions(bindEndpoints(client, miniProgramEndpointGroups.auth));
    this.subscribeMessage = bindEndpoints(client, miniProgramEndpointGroups.subscribeMessage);
    this.customerMessage = bindEndpoints(client, miniProgramEndpointGroups.customerMessage);
    this.media = bindEndpoints(client, miniProgramEndpointGroups.media);
    this.wxacode = bindEndpoints(client, miniProgramEndpointGroups.wxacode);
    this.urlLink = bindEndpoints(client, miniProgramEndpointGroups.urlLink);
    this.urlScheme = bindEndpoints(client, miniProgramEndpointGroups.urlScheme);
    this.shortLink = bindEndpoints(client, miniProgramEndpointGroups.shortLink);
    this.security = bindEndpoints(client, miniProgramEndpointGroups.security);
    this.analytics = bindEndpoints(client, miniProgramEndpointGroups.analytics);
    this.orderShipping = bindEndpoints(client, miniProgramEndpointGroups.orderShipping);
    this.quota = bindEndpoints(client, miniProgramEndpointGroups.quota);
  }
}

function withSessions(auth: EndpointMethods<Auth>): AuthMethods {
  return {
    ...auth,
    checkSession: (request, options) => auth.checkSession(proven(request), options),
    resetSession: (request, options) => auth.resetSession(proven(request), options),
    getUserEncryptKey: (request, options) => auth.getUserEncryptKey(proven(request), options),
  };
}

function proven<Request extends object>(request: SessionOf | Request) {
  return 'session_key' in request ? sessionProofOf(request as SessionOf) : request;
}
