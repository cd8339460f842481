import { subscriptionSent } from '../callbacks/events.js';
import { deliver } from '../messages/deliver.js';
import { dataFault } from '../messages/field-rules.js';
import { recipientRefusal } from '../messages/recipient-refusal.js';
import { ok, type Refusal, refuse } from '../server/answer.js';
import { type AccountCall, type Route, withToken } from '../server/route.js';

/** Subscription messages of an Official Account: https://developers.weixin.qq.com/doc/offiaccount/Subscription_Messages/api.html */
export const subscribeMessageRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/message/subscribe/bizsend', (call) => {
    const openid = String(call.body.touser);
    const refused = recipientRefusal(call.account, call.body.touser) ?? subscriptionRefusal(call, openid);
    if (refused !== undefined) return refused;
    const msgid = deliver(call, openid);
    const { account, body, platform } = call;
    platform.callbacks.report(account.appId, subscriptionSent(openid, String(body.template_id), msgid, 0));
    return ok();
  }),
];

/** Why a subscription message cannot go out; where it can, the grant is used up. */
export function subscriptionRefusal(call: AccountCall, openid: string): Refusal | undefined {
  const refused = contentRefusal(call);
  if (refused !== undefined) return refused;
  if (!call.account.recipientWindow.take(openid, call.now)) return refuse(43117);
  return takeGrant(call, openid) ? undefined : refuse(43101);
}

function contentRefusal({ account, body }: AccountCall): Refusal | undefined {
  const templateId = body.template_id;
  if (typeof templateId !== 'string' || !account.templates.has(templateId)) return refuse(40037);
  const fault = dataFault(body.data, account.templates.fieldsOf(templateId));
  return fault === undefined ? undefined : refuse(47003, fault);
}

function takeGrant({ account, body }: AccountCall, openid: string): boolean {
  if (account.settings.subscriptions === 'unlimited') return true;
  return account.subscriptions.take(openid, String(body.template_id));
}
