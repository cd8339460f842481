import {
  type AnyEndpoint,
  type ApiClient,
  type ClientOptions,
  ConfigError,
  type CredentialSource,
  credentialKey,
  type EndpointQuota,
  type FetchedCredential,
} from '@wetempo/core';
import { mpPlatform, quotaEndpoints, templateEndpoints, tokenEndpoints, WechatMp } from '@wetempo/wechat-mp';
import type { CliSettings } from './config/settings.js';
import type { PushKind } from './push/push-kind.js';
import { templateKind } from './push/template-kind.js';

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

const wechatMp: CliPlatform = {
  title: 'Official Account (公众号)',
  baseUrl: mpPlatform.baseUrl,
  endpoints: mpPlatform.endpoints,
  quotaEndpoints: ['template.send', 'subscribeMessage.send', 'customerMessage.send', 'token.stable'],
  allowListPlace:
    'mp.weixin.qq.com, 设置与开发 → 基本配置 → IP白名单 (Settings → Basic configuration → IP allow-list)',
  open: (settings, instead) => {
    const mp = new WechatMp({ ...clientOptions(settings, instead), ...accountOf(settings) });
    return { client: mp.client, close: () => mp.close() };
  },
  fetchToken: async (client, { appId, appSecret }, force, signal) => {
    const request = {
      grant_type: 'client_credential',
      appid: appId,
      secret: appSecret,
      force_refresh: force,
    } as const;
    const { access_token: value, expires_in } = await client.call(tokenEndpoints.stable, request, { signal });
    return { value, lifetimeMs: expires_in * 1000 };
  },
  readQuota: async (client, path) => mpPlatform.quota?.ask((...call) => client.call(...call), path),
  clearQuota: async (client, { appId }, path) => {
    if (path === undefined) await client.call(quotaEndpoints.clearAll, { appid: appId });
    else await client.call(quotaEndpoints.clear, { cgi_path: path });
  },
  push: templateKind(templateEndpoints.send),
};

const platforms: Readonly<Record<string, CliPlatform>> = { 'wechat-mp': wechatMp };

/** @throws {ConfigError} where there is no such platform */
export function platformOf({ platform, originOf }: Pick<CliSettings, 'platform' | 'originOf'>): CliPlatform {
  const found = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (found !== undefined) return found;
  const message = `must be one of ${Object.keys(platforms).join(', ')}, got "${platform}" (${originOf('platform')})`;
  throw new ConfigError(`platform: ${message}`, { issues: [{ path: 'platform', message }] });
}

function accountOf({ appId, appSecret }: CliSettings) {
  return { appId, appSecret };
}

function clientOptions(settings: CliSettings, instead: ClientOptions = {}): ClientOptions {
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

/** How the account's token is had; the same key as the client's own, so both see one token. */
export function tokenSourceOf(
  platform: CliPlatform,
  settings: CliSettings,
  client: ApiClient,
): CredentialSource {
  const { appId, appSecret } = settings;
  return {
    key: client.accountKey,
    refusalKey: credentialKey({ id: appId, secret: appSecret }),
    mode: 'stable',
    supportsForce: true,
    fetch: ({ force, signal }) => platform.fetchToken(client, settings, force, signal),
    refusalScope: () => undefined,
  };
}
