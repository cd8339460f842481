import WechatApi from 'co-wechat-api';

export const title = 'co-wechat-api';
export const note =
  'an errcode rejects; keeps every digit of a msgid; `sendTemplate` has no field for `client_msg_id`, so its messages go without; asks for another token on 40001 and 42001, each call for itself.';

/** As its README shows for one process; the token is kept in the object. */
export async function open({ baseUrl, appId, appSecret }) {
  const api = new WechatApi(appId, appSecret);
  api.prefix = `${baseUrl}/cgi-bin/`;
  return {
    send: async ({ touser, template_id: templateId, url, data }) => {
      const { msgid } = await api.sendTemplate(touser, templateId, url, undefined, data);
      return msgid;
    },
    close: async () => {},
  };
}
