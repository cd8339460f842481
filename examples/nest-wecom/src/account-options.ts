import type { GroupRobotOptions, WecomOptions } from '@wetempo/wecom';
import type { WecomCallbacksOptions } from '@wetempo/wecom/callback';

type Env = NodeJS.ProcessEnv;

/** The app that sends, from the environment. See README.md for the names. */
export function appOptions(env: Env): WecomOptions {
  return {
    corpId: required(env, 'WECOM_CORPID'),
    agentId: required(env, 'WECOM_AGENTID'),
    corpSecret: required(env, 'WECOM_SECRET'),
    baseUrl: env.WECOM_BASE_URL,
    ...memory(env),
  };
}

/** The robot of the group that hears of alerts as well. */
export function robotOptions(env: Env): GroupRobotOptions {
  return { webhookUrl: required(env, 'WECOM_ROBOT_URL'), ...memory(env) };
}

/** What the console says of the app's callbacks (接收消息 → 设置 API 接收). */
export function callbackOptions(env: Env): WecomCallbacksOptions & { path: string } {
  return {
    path: 'wecom/callback',
    corpId: required(env, 'WECOM_CORPID'),
    agentId: required(env, 'WECOM_AGENTID'),
    token: required(env, 'WECOM_TOKEN'),
    encodingAesKey: required(env, 'WECOM_AES_KEY'),
    redis: env.REDIS_URL,
  };
}

/** What was sent is remembered over a restart: in Redis where there is one, else in a file. */
function memory(env: Env): Pick<WecomOptions, 'redis' | 'sendStore'> {
  if (env.REDIS_URL !== undefined) return { redis: env.REDIS_URL };
  return { sendStore: { sqlite: env.SENDS_FILE ?? 'sends.sqlite' } };
}

function required(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set in the environment`);
  return value;
}
