import WechatApi from 'co-wechat-api';
import { Redis } from 'ioredis';

/** An errcode rejects. Its template message has no field for `client_msg_id`. */
export async function open({ baseUrl, appId, appSecret, redisUrl, timeoutMs }, { redis }) {
  const client = redis ? new Redis(redisUrl) : undefined;
  const api = new WechatApi(appId, appSecret, ...(client === undefined ? [] : sharedToken(client, appId)));
  api.prefix = `${baseUrl}/cgi-bin/`;
  if (timeoutMs !== undefined) api.setOpts({ timeout: timeoutMs });
  return {
    template: ({ touser, template_id: templateId, url, data }) =>
      api.sendTemplate(touser, templateId, url, undefined, data),
    customer: ({ touser, text: { content } }) => api.sendText(touser, content),
    close: () => client?.disconnect(),
  };
}

/** The two functions that its documentation asks for where several processes share a token. */
function sharedToken(client, appId) {
  const key = `co-wechat-api:${appId}`;
  return [async () => JSON.parse(await client.get(key)), (token) => client.set(key, JSON.stringify(token))];
}
