import { templateFinished } from '../callbacks/events.js';
import { deliver } from '../messages/deliver.js';
import { dataFault } from '../messages/field-rules.js';
import { recipientRefusal } from '../messages/recipient-refusal.js';
import { jsonText, type Refusal, type Reply, refuse } from '../server/answer.js';
import { type AccountCall, type Route, withToken } from '../server/route.js';

/** Sending template messages: https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Template_Message_Interface.html */
export const templateMessageRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/message/template/send', (call) => {
    const openid = String(call.body.touser);
    const clientMsgId = call.body.client_msg_id;
    const refused = recipientRefusal(call.account, call.body.touser) ?? contentRefusal(call);
    if (refused !== undefined) return refused;
    return typeof clientMsgId === 'string' ? sendOnce(call, openid, clientMsgId) : send(call, openid);
  }),
];

function contentRefusal({ account, body }: AccountCall): Refusal | undefined {
  const templateId = body.template_id;
  if (typeof templateId !== 'string' || !account.templates.has(templateId)) return refuse(40037);
  const clientMsgId = body.client_msg_id;
  if (clientMsgId !== undefined && typeof clientMsgId !== 'string') return refuse(47001);
  const fault = dataFault(body.data, account.templates.fieldsOf(templateId));
  return fault === undefined ? undefined : refuse(47003, fault);
}

function sendOnce(call: AccountCall, openid: string, clientMsgId: string): Reply {
  const { account, now, platform } = call;
  const first = account.duplicates.find(openid, clientMsgId, now);
  if (first === undefined) return send(call, openid, clientMsgId);
  const { duplicateAnswer = 'same-msgid' } = platform.options;
  return duplicateAnswer === 'same-msgid' ? sent(first) : refuse(duplicateAnswer);
}

function send(call: AccountCall, openid: string, clientMsgId?: string): Reply {
  const { account, now, platform } = call;
  if (!account.recipientWindow.take(openid, now)) return refuse(43117);
  const blocked = account.blockers.has(openid);
  const msgid = blocked ? platform.deliveries.nextMsgid() : deliver(call, openid, clientMsgId);
  const status = blocked ? 'failed:user block' : 'success';
  platform.callbacks.report(account.appId, templateFinished(openid, msgid, status));
  if (clientMsgId !== undefined) account.duplicates.remember(openid, clientMsgId, msgid, now);
  return sent(msgid);
}

/** Written by hand, as the id does not fit a JavaScript number. */
function sent(msgid: string): Reply {
  return jsonText(`{"errcode":0,"errmsg":"ok","msgid":${msgid}}`);
}
