import { WechatMp } from '@wetempo/wechat-mp';

export const note = 'an errcode rejects; keeps every digit of a msgid.';

/** The whole path: check, claim, limits, token, attempt, verdict, settlement. */
export async function openWetempo({ baseUrl, appId, appSecret }, options) {
  const mp = new WechatMp({ appId, appSecret, baseUrl, ...options });
  await mp.ready();
  return {
    send: async (message, requestId) => {
      const { status, replayed, msgid } = await mp.template.send(message, { requestId });
      if (status !== 'sent' || replayed) throw new Error(`${requestId} was not sent just now`);
      return msgid;
    },
    close: () => mp.close(),
  };
}
