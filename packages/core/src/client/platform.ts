import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { Cleared } from '../rate-limit/fleet/clearing.js';
import type { EndpointQuota } from '../rate-limit/fleet/quota-view.js';
import type { PlatformLimits } from '../rate-limit/limit-policy.js';
import type { FetchedCredential } from '../token/credential-source.js';
import type { VerdictRule } from '../verdict/verdict.js';
import type { CallEndpoint } from './api-client.js';

/** What core needs to know of a platform: data and small functions, no class. */
export interface Platform {
  /** Short name for messages and metrics, for example `wechat-mp`. */
  readonly name: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** One row per errcode. */
  readonly errcodes: readonly VerdictRule[];
  /** Every declared endpoint: a message that a dead process left behind is finished by the name of its endpoint. */
  readonly endpoints: readonly AnyEndpoint[];
  /** What the platform allows an account; the user's `limits` go before it. */
  readonly defaultLimits?: PlatformLimits;
  /** Absent where the platform cannot be asked for quotas. */
  readonly quota?: PlatformQuota;
}

/** How a platform is asked for quotas, and which calls clear them. */
export interface PlatformQuota {
  /** Name of the endpoint that asks; its own quota is never asked for. */
  readonly endpoint: string;
  /** Asks for the quota of a path; `undefined` where the platform does not say. */
  ask(call: CallEndpoint, path: string): Promise<EndpointQuota | undefined>;
  /** What a successful call of this endpoint has cleared; `undefined`: nothing. */
  cleared?(endpoint: string, request: unknown): Cleared | undefined;
}

/** One account of a platform, and how to get its access token. */
export interface Account {
  /** Names the credential: the same for every client that uses it, never a secret. */
  readonly key: string;
  /** Where refusals of the credential are remembered; with a hash of the secret, so that a wrong one blocks no right one. */
  readonly refusalKey: string;
  /**
   * By `token.mode`; `stable` is the default where there is one, else `classic`. None: the account's calls need no access
   * token, as those of a group robot.
   */
  readonly tokenEndpoints: Readonly<Partial<Record<'stable' | 'classic', TokenEndpoint>>>;
  /** Begins `key` up to its first dot, where the platform limits an organisation as a whole, for example the corp id. */
  readonly organisation?: string | undefined;
  /** What endpoints that name it in `accountFields` are given, for example `agentid`. May hold secrets. */
  readonly fields?: Readonly<Record<string, string | number>> | undefined;
}

/** One way to ask the platform for an access token. */
export interface TokenEndpoint {
  readonly endpoint: AnyEndpoint;
  /**
   * `false` where asking again gives the same token, as `gettoken` of WeCom does: then a token that is refused early says
   * nothing of others who fetch. @default true for `classic`
   */
  readonly endsPrevious?: boolean | undefined;
  /** `force`: also where the platform would give the present token again. */
  fetch(call: CallEndpoint, force: boolean, signal: AbortSignal): Promise<FetchedCredential>;
}
