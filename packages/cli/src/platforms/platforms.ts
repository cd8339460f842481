import { type ApiClient, ConfigError, type CredentialSource, credentialKey } from '@wetempo/core';
import type { CliSettings } from '../config/settings.js';
import type { CliPlatform } from './cli-platform.js';
import { miniprogram } from './miniprogram.js';
import { wechatMp } from './wechat-mp.js';

const platforms: Readonly<Record<string, CliPlatform>> = { 'wechat-mp': wechatMp, miniprogram };

/** @throws {ConfigError} where there is no such platform */
export function platformOf({ platform, originOf }: Pick<CliSettings, 'platform' | 'originOf'>): CliPlatform {
  const found = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (found !== undefined) return found;
  const message = `must be one of ${Object.keys(platforms).join(', ')}, got "${platform}" (${originOf('platform')})`;
  throw new ConfigError(`platform: ${message}`, { issues: [{ path: 'platform', message }] });
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
