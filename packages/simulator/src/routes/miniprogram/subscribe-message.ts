import { isOpenid } from '../../accounts/followers.js';
import { subscriptionSent } from '../../callbacks/events.js';
import { deliver } from '../../messages/deliver.js';
import { jsonText, type Reply, refuse } from '../../server/answer.js';
import { type Route, withToken } from '../../server/route.js';
import { subscriptionRefusal } from '../subscribe-message.js';
import { pageRefusal } from './codes.js';

/** Subscription messages of a Mini Program, whose users need not follow anything. */
export const miniSubscribeMessageRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/message/subscribe/send', (call): Reply => {
    const { account, body, platform } = call;
    if (!isOpenid(body.touser)) return refuse(40003);
    const openid = body.touser;
    const refused = pageRefusal(call) ?? subscriptionRefusal(call, openid);
    if (refused !== undefined) return refused;
    const msgid = deliver(call, openid);
    platform.callbacks.report(account.appId, subscriptionSent(openid, String(body.template_id), msgid, 0));
    // Written by hand, as the id does not fit a JavaScript number.
    return jsonText(`{"errcode":0,"errmsg":"ok","msgid":${msgid}}`);
  }),
];
