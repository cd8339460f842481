import type { AnyEndpoint, ApiClient, ClientOptions, EndpointQuota, FetchedCredential } from '@wetempo/core';
import type { CliSettings } from '../config/settings.js';
import type { PushKind } from '../push/push-kind.js';

/** An account whose client is open. */
export interface OpenAccount {
  readonly client: ApiClient;
  close(): Promise<void>;
}

/** What the commands need of a platform; one entry of `platforms` each. */
export interface CliPlatform {
  /** For people. */
  readonly title: string;
  readonly baseUrl: string;
  readonly endpoints: readonly AnyEndpoint[];
  /** Whose quota is shown where nobody names any. */
  readonly quotaEndpoints: readonly string[];
  /** Where IPs are allowed. */
  readonly allowListPlace: string;
  /** @throws {ConfigError} with the path of each wrong option */
  open(settings: CliSettings, instead?: ClientOptions): OpenAccount;
  /** Fetches the token that the platform gives every caller; a new one where `force`. */
  fetchToken(
    client: ApiClient,
    settings: CliSettings,
    force: boolean,
    signal?: AbortSignal,
  ): Promise<FetchedCredential>;
  readQuota(client: ApiClient, path: string): Promise<EndpointQuota | undefined>;
  /** Begins the day of a quota anew: of one path, or of all. */
  clearQuota(client: ApiClient, settings: CliSettings, path: string | undefined): Promise<void>;
  readonly push: PushKind;
}

/** Which account it is. */
export function accountOf({ appId, appSecret }: CliSettings) {
  return { appId, appSecret };
}

/** What the settings say to a client; `instead` goes before them. */
export function clientOptions(settings: CliSettings, instead: ClientOptions = {}): ClientOptions {
  const { baseUrl, redis, sendStore, proxy, timeoutMs, deadlineMs, policyFile, token } = settings;
  // The client checks these two itself.
  const { limits, retry } = settings as Pick<ClientOptions, 'limits' | 'retry'>;
  const said = { baseUrl, redis, sendStore, proxy, timeoutMs, deadlineMs, policyFile, limits, retry, token };
  const options: ClientOptions = { ...said, ...instead };
  // In a memory of its own nobody else has queued anything.
  return options.sendStore === 'memory' ? options : { ...options, limits: withoutQueueWork(options.limits) };
}

/** A command sends what it was told to, and nothing of what the account's services have queued. */
function withoutQueueWork(limits: ClientOptions['limits']): ClientOptions['limits'] {
  const queue: unknown = limits?.queue ?? {};
  // What is no object is the client's to refuse.
  return typeof queue === 'object' ? { ...limits, queue: { ...queue, worker: false } } : limits;
}
