import { WechatMp } from '@wetempo/wechat-mp';

/** @param settings.redis whether Redis holds everything; else memory does */
export async function open({ baseUrl, appId, appSecret, redisUrl, timeoutMs }, { redis, tokenMode }) {
  const stores = redis ? { redis: redisUrl } : { sendStore: 'memory' };
  const token = tokenMode === undefined ? {} : { token: { mode: tokenMode } };
  const mp = new WechatMp({ appId, appSecret, baseUrl, timeoutMs, ...stores, ...token });
  await mp.ready();
  return {
    template: (message, requestId) => mp.template.send(message, { requestId }),
    customer: (message, requestId) => mp.customerMessage.send(message, { requestId }),
    close: () => mp.close(),
  };
}
