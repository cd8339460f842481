import type { WechatMpOptions } from '@wetempo/wechat-mp';

/** The account, and where it is remembered what was sent, from the environment. See README.md for the names. */
export function clientOptions(env: NodeJS.ProcessEnv): WechatMpOptions {
  return {
    appId: required(env, 'WECHAT_APPID'),
    appSecret: required(env, 'WECHAT_SECRET'),
    baseUrl: env.WECHAT_BASE_URL,
    redis: env.REDIS_URL,
    sendStore: env.REDIS_URL === undefined ? { sqlite: env.SENDS_FILE ?? 'sends.sqlite' } : 'redis',
  };
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set in the environment`);
  return value;
}
