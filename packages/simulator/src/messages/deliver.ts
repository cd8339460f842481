import type { AccountCall } from '../server/route.js';

/** Puts the call's message into the log of deliveries and answers its `msgid`. */
export function deliver(call: AccountCall, openid: string, clientMsgId?: string): string {
  const { account, platform, now, path, requestNumber, body } = call;
  const { msgid } = platform.deliveries.add({
    at: now,
    appId: account.appId,
    openid,
    path,
    clientMsgId,
    requestNumber,
    payload: body,
  });
  return msgid;
}
