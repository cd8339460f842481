import type { MiniProgramOptions } from '@wetempo/miniprogram';

type Env = NodeJS.ProcessEnv;

/** The account, and where it is remembered what was sent, from the environment. See README.md for the names. */
export function clientOptions(env: Env): MiniProgramOptions {
  return {
    appId: required(env, 'WECHAT_APPID'),
    appSecret: required(env, 'WECHAT_SECRET'),
    baseUrl: env.WECHAT_BASE_URL,
    redis: env.REDIS_URL,
    sendStore: env.REDIS_URL === undefined ? { sqlite: env.SENDS_FILE ?? 'sends.sqlite' } : 'redis',
  };
}

/** The template of the message after a payment, one of those of the account. */
export function templateId(env: Env): string {
  return required(env, 'WECHAT_TEMPLATE_ID');
}

function required(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set in the environment`);
  return value;
}
