import type { CallbackSettings } from '../callbacks/callback-settings.js';
import type { SimulatorClockOptions, TimeSource } from '../clock/simulator-clock.js';
import type { CorpOptions } from '../corps/corp-options.js';

/** A template of an account. Where `content` is given, its `{{name.DATA}}` fields must all be sent. */
export interface TemplateOptions {
  id: string;
  title?: string | undefined;
  content?: string | undefined;
}

export interface AccountOptions {
  appId: string;
  appSecret: string;
  /** Where its callbacks go. Default: nowhere. */
  callback?: CallbackSettings | undefined;
  /** Who follows the account; everyone else gets 43004. A list also makes `user/get` answer it. Default `'everyone'`. */
  followers?: 'everyone' | readonly string[] | ((openid: string) => boolean) | undefined;
  /** Which template ids exist; others get 40037. Default `'any'`. */
  templates?: 'any' | readonly (string | TemplateOptions)[] | undefined;
  /** Answer 40164 on the token endpoints, as if the caller's IP were not on the account's list. Default false. */
  ipNotAllowed?: boolean | undefined;
  /** Which pages of a Mini Program are released; codes and subscription messages for others get 41030. Default `'any'`. */
  pages?: 'any' | readonly string[] | undefined;
  /** `'kept'`: customer-service messages need an act of the user (`users.interact`). `'open'`: they always pass. Default `'kept'`. */
  replyWindow?: 'kept' | 'open' | undefined;
  /** `'counted'`: subscription messages use up grants (`users.grant`). `'unlimited'`: they always pass. Default `'counted'`. */
  subscriptions?: 'counted' | 'unlimited' | undefined;
}

/** A limit over windows of any length. */
export interface WindowOptions {
  /** How many pass in one window. */
  max: number;
  windowMs: number;
  /**
   * `'fixed'`: from one multiple of `windowMs` to the next on the simulated clock. `'sliding'`: in any stretch of that
   * length. Default `'fixed'`.
   */
  counts?: 'fixed' | 'sliding' | undefined;
}

export interface EndpointWindowOptions extends WindowOptions {
  /** What a call beyond it gets: an errcode, or HTTP 429 in the gateway's words. Default 45009. */
  answer?: 45009 | 45011 | 429 | undefined;
  /** Whether `openapi/quota/get` tells it as `rate_limit`. Default true. */
  told?: boolean | undefined;
}

export interface LimitOptions {
  /** Calls per day (Beijing time) of one account, by path. Merged over the published figures. */
  perEndpointPerDay?: Readonly<Record<string, number>> | undefined;
  /** Calls per clock minute of one account, by path. */
  perEndpointPerMinute?: Readonly<Record<string, number>> | undefined;
  /** Calls of one account in windows of any length, by path. What is refused is not counted. */
  perEndpointWindow?: Readonly<Record<string, EndpointWindowOptions>> | undefined;
  /** Calls of one account that are under way at the same time, by path; more get 45033, which only WeCom answers in this sense. */
  perEndpointConcurrency?: Readonly<Record<string, number>> | undefined;
  /** Template and subscription messages to one openid within any 60 s; more get 43117. Default: no limit, as none is published. */
  perOpenidPerMinute?: number | undefined;
  /** Messages of one app of WeCom to one member within any 60 s; more are dropped. Default 30. */
  perMemberPerMinute?: number | undefined;
  /** The same within any hour. Default 1000. */
  perMemberPerHour?: number | undefined;
  /** Messages of one group robot within any 60 s; more get 45009. Default 20. */
  perRobotPerMinute?: number | undefined;
  /** Requests per second that pass the gateway, all accounts together; more get HTTP 429. Default: no limit. */
  gatewayPerSecond?: number | undefined;
  /** Requests that pass the gateway at once after a pause. Default: `gatewayPerSecond`. */
  gatewayBurst?: number | undefined;
  /** Requests that pass the gateway per window, all accounts together, in place of `gatewayPerSecond`. Default: no limit. */
  gatewayWindow?: WindowOptions | undefined;
  /**
   * Whether answers carry `X-RateLimit-Limit`, `-Remaining`, `-Reset` and `-Group` of the gateway, and how the reset is told: in
   * seconds from now, or as a moment in epoch seconds. Default `'none'`.
   */
  gatewayHeaders?: 'seconds' | 'epoch' | 'none' | undefined;
  /** How a 429 says when to come back. Default `'seconds'`. */
  gatewayRetryAfter?: 'seconds' | 'date' | 'none' | undefined;
  /** What a 429 carries as its body. Default `'html'`. */
  gatewayBody?: 'html' | 'json' | undefined;
  /** Calls of `GET /cgi-bin/token` per day. Default 2000. */
  tokenPerDay?: number | undefined;
  /** Forced refreshes of the stable token per day. Default 20. */
  forcedRefreshPerDay?: number | undefined;
  /** Least time between two forced refreshes. Default 30 000 ms. */
  forcedRefreshApartMs?: number | undefined;
  /** Uses of `clear_quota` per month. Default 10. */
  clearQuotaPerMonth?: number | undefined;
  /** Conditional menus of one account. Default 100; the platform publishes no figure. */
  conditionalMenus?: number | undefined;
  /** Openids on one page of `user/get`. Default 10 000. */
  followersPerPage?: number | undefined;
}

export interface TokenOptions {
  /** How long a fresh access token lives. Default 7 200 000 ms. */
  lifetimeMs?: number | undefined;
  /** How long an old token still works beside the new one. Default 300 000 ms. */
  overlapMs?: number | undefined;
  /** What a wrong AppSecret gets; both are seen. Default 40125. */
  wrongSecretErrcode?: 40001 | 40125 | undefined;
}

export interface SimulatorOptions {
  /** Default: one account, `DEFAULT_APP_ID` with `DEFAULT_APP_SECRET`, whom everyone follows. */
  accounts?: readonly AccountOptions[] | undefined;
  /** Corps of WeCom. Default: one, `DEFAULT_CORP_ID`, with the apps `DEFAULT_AGENT_ID` and `SECOND_AGENT_ID`, where everyone is a member. */
  corps?: readonly CorpOptions[] | undefined;
  /** Default 0: a free port. */
  port?: number | undefined;
  /** Default `'127.0.0.1'`. The control paths have no lock, so think before you open this. */
  host?: string | undefined;
  clock?: TimeSource | SimulatorClockOptions | undefined;
  /** Real milliseconds between a request and its answer, fixed or drawn from a range. Default 0. */
  latencyMs?: number | readonly [min: number, max: number] | undefined;
  /** Seed of everything random. Default 1. */
  seed?: number | undefined;
  limits?: LimitOptions | undefined;
  tokens?: TokenOptions | undefined;
  /** What a repeated `client_msg_id` gets: the first `msgid` again, or an errcode. The platform does not say. Default `'same-msgid'`. */
  duplicateAnswer?: 'same-msgid' | number | undefined;
  /** The first message id. The default, 2000000000000000001, does not fit a JavaScript number. */
  firstMsgid?: string | undefined;
  /**
   * Every delivery is appended to this file as a line of JSON before it is answered, and read back by the next simulator
   * that is given it: deliveries, message ids and what `client_msg_id` remembers then outlive the process, even one that
   * is killed. `reset` empties it. Default: nothing is kept.
   */
  journalFile?: string | undefined;
  /** Whether `requests` is kept at all. Default true. */
  log?: boolean | undefined;
  /** How many of the newest requests are kept. Default 100 000. */
  maxLog?: number | undefined;
  /** How long an idle connection is kept open. Default 75 000 ms. */
  keepAliveMs?: number | undefined;
}

/** The account that a simulator has when none is named. */
export const DEFAULT_APP_ID = 'wx0000000000000001';
/** The secret of that account. It opens nothing but simulators. */
export const DEFAULT_APP_SECRET = 'SECRET00000000000000000000000001';
