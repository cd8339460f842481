import type { WechatMpOptions } from '@wetempo/wechat-mp';
import type { WechatMpCallbacksOptions } from '@wetempo/wechat-mp/callback';

type Env = NodeJS.ProcessEnv;

/** The account that sends, from the environment. See README.md for the names. */
export function clientOptions(env: Env): WechatMpOptions {
  return {
    appId: required(env, 'WECHAT_APPID'),
    appSecret: required(env, 'WECHAT_SECRET'),
    baseUrl: env.WECHAT_BASE_URL,
    redis: env.REDIS_URL,
    sendStore: env.REDIS_URL === undefined ? { sqlite: env.SENDS_FILE ?? 'sends.sqlite' } : 'redis',
  };
}

/** What the console says of the account's callbacks. */
export function callbackOptions(env: Env): WechatMpCallbacksOptions & { path: string } {
  return {
    path: 'wechat/callback',
    appId: required(env, 'WECHAT_APPID'),
    token: required(env, 'WECHAT_TOKEN'),
    encodingAesKey: env.WECHAT_AES_KEY,
    mode: modeOf(env.WECHAT_MODE),
    redis: env.REDIS_URL,
  };
}

function modeOf(mode: string | undefined): WechatMpCallbacksOptions['mode'] {
  if (mode === undefined || mode === 'plain' || mode === 'compatible' || mode === 'safe') return mode;
  throw new Error(`WECHAT_MODE must be plain, compatible or safe, got ${mode}`);
}

function required(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set in the environment`);
  return value;
}
