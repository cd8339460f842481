import { isOpenid } from '../accounts/followers.js';
import { dataFault } from '../messages/field-rules.js';
import { jsonText, type Refusal, type Reply, refuse } from '../server/answer.js';
import { type AccountCall, type Route, withToken } from '../server/route.js';

/** Sending template messages: https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Template_Message_Interface.html */
export const templateMessageRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/message/template/send', (call) => {
    const { account, body, now } = call;
    const { touser, template_id: templateId, client_msg_id: clientMsgId } = body;
    if (!isOpenid(touser)) return refuse(40003);
    const refused = recipientRefusal(call, touser) ?? contentRefusal(call, templateId);
    if (refused !== undefined) return refused;
    if (clientMsgId !== undefined && typeof clientMsgId !== 'string') return refuse(47001);
    const first = clientMsgId === undefined ? undefined : account.duplicates.find(touser, clientMsgId, now);
    if (first !== undefined) return answerDuplicate(call, first);
    if (!account.recipientWindow.take(touser, now)) return refuse(43117);
    return sent(deliver(call, touser, clientMsgId));
  }),
];

function recipientRefusal({ account }: AccountCall, openid: string): Refusal | undefined {
  if (account.followers.blacklist.has(openid)) return refuse(43019);
  return account.followers.has(openid) ? undefined : refuse(43004);
}

function contentRefusal({ account, body }: AccountCall, templateId: unknown): Refusal | undefined {
  if (typeof templateId !== 'string' || !account.templates.has(templateId)) return refuse(40037);
  const fault = dataFault(body.data, account.templates.fieldsOf(templateId));
  return fault === undefined ? undefined : refuse(47003, fault);
}

function answerDuplicate({ platform }: AccountCall, firstMsgid: string): Reply {
  const { duplicateAnswer = 'same-msgid' } = platform.options;
  return duplicateAnswer === 'same-msgid' ? sent(firstMsgid) : refuse(duplicateAnswer);
}

function deliver(call: AccountCall, openid: string, clientMsgId: string | undefined): string {
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
  if (clientMsgId !== undefined) account.duplicates.remember(openid, clientMsgId, msgid, now);
  return msgid;
}

function sent(msgid: string): Reply {
  return jsonText(`{"errcode":0,"errmsg":"ok","msgid":${msgid}}`);
}
