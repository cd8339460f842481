import { mpPlatform, quotaEndpoints, templateEndpoints, tokenEndpoints, WechatMp } from '@wetempo/wechat-mp';
import { templateKind } from '../push/template-kind.js';
import { accountOf, type CliPlatform, clientOptions } from './cli-platform.js';

/** Official Accounts; a CSV makes template messages. */
export const wechatMp: CliPlatform = {
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
