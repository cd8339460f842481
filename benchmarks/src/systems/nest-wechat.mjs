import { createRequire } from 'node:module';
import { WeChatService } from 'nest-wechat';
import { msgidOf, withId } from './bare-post.mjs';

export const title = 'nest-wechat';
export const note =
  'an errcode resolves, and the caller has to look; rounds a msgid of more than 53 bits; a token that was refused stays in use; the address is not an option, so an interceptor on its axios puts in ours (one replacement in a text, no further promise).';

/** As its README shows for use without Nest; the token is kept in its own `MapCache`. */
export async function open({ baseUrl, appId, appSecret }) {
  redirectTo(baseUrl);
  const service = new WeChatService({ appId, secret: appSecret });
  return {
    send: async (message, requestId) =>
      msgidOf(await service.sendTemplateMessage(withId(message, requestId))),
    close: async () => {},
  };
}

/** It calls the axios that CommonJS gives it, and names the platform in every URL. */
function redirectTo(baseUrl) {
  const axios = createRequire(import.meta.resolve('nest-wechat'))('axios');
  const put = (config) => {
    config.url = config.url.replace('https://api.weixin.qq.com', baseUrl);
    return config;
  };
  // Without `synchronous`, axios would put promises between itself and the request on its account.
  axios.interceptors.request.use(put, null, { synchronous: true });
}
