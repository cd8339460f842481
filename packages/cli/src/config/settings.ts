import { dirname, resolve } from 'node:path';
import { ConfigError, readYamlOptions, type SendStoreOption } from '@wetempo/core';
import { type ConfigFile, configFileSchema } from './config-file.js';
import { sendStoreOf } from './send-store-text.js';

/** What may be said on the command line of every command. */
export interface GivenOptions {
  readonly config?: string | undefined;
  readonly platform?: string | undefined;
  readonly appId?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly redis?: string | undefined;
  readonly sendStore?: string | undefined;
}

/** Everything a command knows of its account. */
export interface CliSettings
  extends Pick<ConfigFile, 'proxy' | 'timeoutMs' | 'deadlineMs' | 'limits' | 'retry' | 'token' | 'push'> {
  readonly platform: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly baseUrl: string | undefined;
  readonly redis: string | undefined;
  readonly sendStore: SendStoreOption;
  readonly policyFile: string | undefined;
  /**
   * Where an option was said, for example `wetempo.yaml:3 appSecret`; and where it may be said, if it was not.
   *
   * @param path of the option, such as `limits.app.perMinute`
   */
  originOf(path: string): string;
}

/** Ways to say an option, the first goes before the others; secrets have no way on the command line. */
const ways = {
  platform: { flag: '--platform', option: 'platform', variable: undefined },
  appId: { flag: '--app-id', option: 'appId', variable: 'WECHAT_APPID' },
  appSecret: { flag: undefined, option: undefined, variable: 'WECHAT_SECRET' },
  baseUrl: { flag: '--base-url', option: 'baseUrl', variable: 'WECHAT_BASE_URL' },
  redis: { flag: '--redis', option: 'redis', variable: 'REDIS_URL' },
  sendStore: { flag: '--send-store', option: 'sendStore', variable: 'WETEMPO_SEND_STORE' },
  proxy: { flag: undefined, option: undefined, variable: undefined },
} as const;

export type SettingName = keyof typeof ways;

export interface SettingsSources {
  readonly given: GivenOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths on the command line and in the environment begin here; those of a file beside it. */
  readonly folder: string;
}

interface LoadedFile {
  readonly path: string;
  readonly folder: string;
  readonly options: ConfigFile;
  lineOf(path: readonly PropertyKey[]): number;
}

/**
 * Puts together what the command line, the environment and the configuration file say, in this order.
 *
 * @throws {ConfigError} naming each wrong or missing option, and where it is or could be said
 */
export async function readSettings(sources: SettingsSources): Promise<CliSettings> {
  const file = await loadFile(sources);
  const options: ConfigFile = file?.options ?? {};
  const originOf = (path: string) => origin(path, sources, file);
  const said = (name: 'platform' | 'appId' | 'appSecret' | 'baseUrl' | 'redis') =>
    spoken(name, sources)?.value ?? options[name];
  const redis = said('redis');
  return {
    ...options,
    platform: said('platform') ?? 'wechat-mp',
    appId: needed(said('appId'), 'appId'),
    appSecret: needed(said('appSecret'), 'appSecret'),
    baseUrl: said('baseUrl'),
    redis,
    sendStore: chosenStore(sources, file, originOf) ?? defaultStore(redis, sources.folder),
    policyFile: options.policyFile && resolve(file?.folder ?? '', options.policyFile),
    originOf,
  };
}

async function loadFile({ given, env, folder }: SettingsSources): Promise<LoadedFile | undefined> {
  const path = given.config ?? (env.WETEMPO_CONFIG || undefined);
  if (path === undefined) return undefined;
  const full = resolve(folder, path);
  return { path, folder: dirname(full), ...(await readYamlOptions(full, configFileSchema)) };
}

/** Said on the command line or in the environment. An empty variable says nothing. */
function spoken(name: SettingName, { given, env }: SettingsSources) {
  const { flag, option, variable } = ways[name];
  const flagged = option === undefined ? undefined : given[option];
  if (flagged !== undefined) return { value: flagged, where: flag };
  const value = variable === undefined ? undefined : env[variable];
  return value === undefined || value === '' ? undefined : { value, where: `${variable} in the environment` };
}

function origin(path: string, sources: SettingsSources, file: LoadedFile | undefined): string {
  const parts = path.split('.');
  const [name = ''] = parts;
  const where = isSettingName(name) ? spoken(name, sources)?.where : undefined;
  if (where !== undefined) return where;
  if (file === undefined || !Object.hasOwn(file.options, name)) return waysText(name);
  return `${file.path}:${file.lineOf(parts)} ${path}`;
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(ways, name);
}

function waysText(name: string): string {
  const { flag, variable } = isSettingName(name) ? ways[name] : { flag: undefined, variable: undefined };
  return [variable, flag, `${name} in the file of --config`].filter((way) => way !== undefined).join(', ');
}

function needed(value: string | undefined, name: 'appId' | 'appSecret'): string {
  if (value !== undefined) return value;
  const { variable } = ways[name];
  const message = `is missing: set ${variable}, or \`${name}\` in the file of --config`;
  throw new ConfigError(`${name} ${message}`, {
    issues: [{ path: name, message }],
    hint: 'Both stand in the console of the account under 设置与开发 → 基本配置 (Settings → Basic configuration).',
  });
}

function chosenStore(
  sources: SettingsSources,
  file: LoadedFile | undefined,
  originOf: (path: string) => string,
): SendStoreOption | undefined {
  const text = spoken('sendStore', sources)?.value;
  const written = text ?? file?.options.sendStore;
  if (written === undefined) return undefined;
  const store = sendStoreOf(written, text === undefined ? (file?.folder ?? '') : sources.folder);
  if (store !== undefined) return store;
  // What was said is not shown: an address can hold a password.
  throw new ConfigError(
    `sendStore: must be redis, sqlite:path, postgres://… or mysql://… (${originOf('sendStore')})`,
    {
      issues: [{ path: 'sendStore', message: 'names no store' }],
      hint: 'For example WETEMPO_SEND_STORE=sqlite:./sends.sqlite',
    },
  );
}

/** Never memory: a second run of the same push would send everything again. */
function defaultStore(redis: string | undefined, folder: string): SendStoreOption {
  return redis === undefined ? { sqlite: resolve(folder, 'wetempo-sends.sqlite') } : 'redis';
}
