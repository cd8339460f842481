import {
  type AcceptedReceipt,
  ApiClient,
  bindEndpoints,
  type ClientOptions,
  checkOptions,
  clientOptionsShape,
  clientSettings,
  type EndpointMethods,
  type IdentifiedReceipt,
  PlatformClient,
  type QueuedSendOptions,
  type RequestOf,
  type SendOptions,
  type TokenOptions,
} from '@wetempo/core';
import { z } from 'zod';
import { wecomAccount } from './account.js';
import {
  type CustomerGroupMethods,
  type ExternalContactMethods,
  type KfMethods,
  type UserMethods,
  withCustomerLists,
  withGroupLists,
  withMemberLists,
  withMessageLists,
} from './contact-lists.js';
import { type MessageDetails, wecomEndpointGroups } from './endpoints/index.js';
import { JsSdk } from './jssdk/index.js';
import { wecomPlatform } from './platform.js';

/** How the access token is had. */
export interface WecomTokenOptions extends TokenOptions {
  /** `classic`: by `gettoken`. `external`: `fetch` asks a service of your own. @default 'classic' */
  mode?: 'classic' | 'external' | undefined;
}

export interface WecomOptions extends ClientOptions {
  /** `ww…`, from the console: 我的企业 → 企业信息 (My company → Company information). */
  corpId: string;
  /** Number of the app, `1000002`; left out for a secret without an app, such as that of the address book. */
  agentId?: number | string | undefined;
  /** Secret of this very app. Never printed by anything here. */
  corpSecret: string;
  token?: WecomTokenOptions | undefined;
}

const agentIdRule = 'must be the number of the app, such as 1000002';
const optionsSchema = z.strictObject({
  ...clientOptionsShape,
  corpId: z.string().regex(/^w[0-9A-Za-z_-]{4,}$/, 'must be a corp id, which begins with "w"'),
  agentId: z
    .union(
      [z.int(agentIdRule).nonnegative(agentIdRule), z.string().regex(/^\d{1,15}$/, agentIdRule)],
      agentIdRule,
    )
    .optional(),
  // A line break at the end is what reading it from a file leaves.
  corpSecret: z.string().regex(/^\S+$/, 'must not be empty and must have no blanks'),
  token: clientOptionsShape.token.refine((token) => token?.mode !== 'stable', {
    path: ['mode'],
    error: 'must be "classic" or "external"; WeCom has no other',
  }),
});

type Groups = typeof wecomEndpointGroups;

/** Proof that a message was accepted, and who was left out of it. */
export interface MessageReceipt extends IdentifiedReceipt {
  readonly details?: Record<string, unknown> & MessageDetails;
}

type AppMessage = RequestOf<Groups['message']['send']>;
type MessageMethods = Omit<EndpointMethods<Groups['message']>, 'send'> & {
  /**
   * Sends a message to members, departments and tags. Where some of them are not reached, the message is sent all the
   * same, and `receipt.details` names them.
   */
  readonly send: {
    (request: AppMessage, options: QueuedSendOptions): Promise<MessageReceipt | AcceptedReceipt>;
    (request: AppMessage, options: SendOptions): Promise<MessageReceipt>;
  };
};

/**
 * Client of one app (应用) of a company in WeCom (企业微信).
 *
 * @example
 * const wecom = new Wecom({ corpId, agentId: 1000002, corpSecret, redis: 'redis://127.0.0.1:6379' });
 * await wecom.message.send({ touser, msgtype: 'text', text: { content } }, { requestId: 'alert-17' });
 * await wecom.close();
 */
export class Wecom extends PlatformClient {
  readonly message: MessageMethods;
  readonly media: EndpointMethods<Groups['media']>;
  readonly auth: EndpointMethods<Groups['auth']>;
  readonly user: UserMethods;
  readonly department: EndpointMethods<Groups['department']>;
  readonly tag: EndpointMethods<Groups['tag']>;
  readonly appChat: EndpointMethods<Groups['appChat']>;
  readonly agent: EndpointMethods<Groups['agent']>;
  readonly menu: EndpointMethods<Groups['menu']>;
  readonly approval: EndpointMethods<Groups['approval']>;
  readonly externalContact: ExternalContactMethods;
  readonly customerTag: EndpointMethods<Groups['customerTag']>;
  readonly customerGroup: CustomerGroupMethods;
  readonly customerMessage: EndpointMethods<Groups['customerMessage']>;
  readonly customerTransfer: EndpointMethods<Groups['customerTransfer']>;
  readonly contactWay: EndpointMethods<Groups['contactWay']>;
  readonly kf: KfMethods;
  /** Signatures for pages that use the JS-SDK. */
  readonly jsSdk: JsSdk;

  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: WecomOptions) {
    checkOptions(optionsSchema, options, 'Wecom');
    const { corpId, agentId, corpSecret, ...rest } = options;
    const agent = agentId === undefined ? undefined : Number(agentId);
    const account = wecomAccount({ corpId, agentId: agent, corpSecret });
    const client = new ApiClient(wecomPlatform, account, clientSettings(rest, wecomPlatform));
    super(client);
    // The type says of `details` what the endpoint declares; core knows them as fields of any kind.
    this.message = bindEndpoints(client, wecomEndpointGroups.message) as MessageMethods;
    this.media = bindEndpoints(client, wecomEndpointGroups.media);
    this.auth = bindEndpoints(client, wecomEndpointGroups.auth);
    this.user = withMemberLists(bindEndpoints(client, wecomEndpointGroups.user));
    this.department = bindEndpoints(client, wecomEndpointGroups.department);
    this.tag = bindEndpoints(client, wecomEndpointGroups.tag);
    this.appChat = bindEndpoints(client, wecomEndpointGroups.appChat);
    this.agent = bindEndpoints(client, wecomEndpointGroups.agent);
    this.menu = bindEndpoints(client, wecomEndpointGroups.menu);
    this.approval = bindEndpoints(client, wecomEndpointGroups.approval);
    this.externalContact = withCustomerLists(bindEndpoints(client, wecomEndpointGroups.externalContact));
    this.customerTag = bindEndpoints(client, wecomEndpointGroups.customerTag);
    this.customerGroup = withGroupLists(bindEndpoints(client, wecomEndpointGroups.customerGroup));
    this.customerMessage = bindEndpoints(client, wecomEndpointGroups.customerMessage);
    this.customerTransfer = bindEndpoints(client, wecomEndpointGroups.customerTransfer);
    this.contactWay = bindEndpoints(client, wecomEndpointGroups.contactWay);
    this.kf = withMessageLists(bindEndpoints(client, wecomEndpointGroups.kf));
    this.jsSdk = new JsSdk(client, corpId, agent);
  }

  /** Takes no more calls, waits for those under way, and closes everything that was opened. */
  override async close(): Promise<void> {
    await this.jsSdk.close();
    await super.close();
  }
}
