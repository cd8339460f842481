import {
  MiniProgram,
  miniProgramPlatform,
  quotaEndpoints,
  subscribeMessageEndpoints,
  tokenEndpoints,
} from '@wetempo/miniprogram';
import { subscriptionKind } from '../push/subscription-kind.js';
import { accountOf, type CliPlatform, clientOptions } from './cli-platform.js';

/** Mini Programs; a CSV makes subscription messages. */
export const miniprogram: CliPlatform = {
  title: 'Mini Program (小程序)',
  baseUrl: miniProgramPlatform.baseUrl,
  endpoints: miniProgramPlatform.endpoints,
  quotaEndpoints: ['subscribeMessage.send', 'customerMessage.send', 'wxacode.getUnlimited', 'token.stable'],
  allowListPlace:
    'mp.weixin.qq.com, 开发管理 → 开发设置 → IP白名单 (Development → Development settings → IP allow-list)',
  open: (settings, instead) => {
    const mini = new MiniProgram({ ...clientOptions(settings, instead), ...accountOf(settings) });
    return { client: mini.client, close: () => mini.close() };
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
  readQuota: async (client, path) => miniProgramPlatform.quota?.ask((...call) => client.call(...call), path),
  clearQuota: async (client, { appId }, path) => {
    if (path === undefined) await client.call(quotaEndpoints.clearAll, { appid: appId });
    else await client.call(quotaEndpoints.clear, { cgi_path: path });
  },
  push: subscriptionKind(subscribeMessageEndpoints.send),
};
