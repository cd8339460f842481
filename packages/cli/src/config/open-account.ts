import { type ClientOptions, ConfigError, isWechatErrorOf } from '@wetempo/core';
import type { CliPlatform, OpenAccount } from '../platforms/index.js';
import type { CliSettings } from './settings.js';

/**
 * Opens the client of an account.
 *
 * @throws {ConfigError} naming each wrong option, and where it was said
 */
export function openAccount(
  platform: CliPlatform,
  settings: CliSettings,
  instead?: ClientOptions,
): OpenAccount {
  try {
    return platform.open(settings, instead);
  } catch (error) {
    if (!isWechatErrorOf(error, 'CONFIG') || error.issues.length === 0) throw error;
    const list = error.issues.map(({ path, message }) => `${path} ${message} (${settings.originOf(path)})`);
    throw new ConfigError(list.join('; '), { issues: error.issues, hint: error.hint });
  }
}
