import { deliver } from '../messages/deliver.js';
import { recipientRefusal } from '../messages/recipient-refusal.js';
import { isRecord } from '../options/checks.js';
import { ok, type Refusal, refuse } from '../server/answer.js';
import type { JsonObject } from '../server/incoming-request.js';
import { type AccountCall, type Route, withToken } from '../server/route.js';

const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'link',
  'voice',
  'video',
  'music',
  'news',
  'mpnews',
  'mpnewsarticle',
  'msgmenu',
  'wxcard',
  'miniprogrampage',
]);

/** Customer-service messages: https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Service_Center_messages.html */
export const customMessageRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/message/custom/send', (call) => {
    const openid = String(call.body.touser);
    const refused = recipientRefusal(call.account, call.body.touser) ?? contentRefusal(call.body);
    if (refused !== undefined) return refused;
    const closed = takeReply(call, openid);
    if (closed !== undefined) return refuse(closed);
    deliver(call, openid);
    return ok();
  }),

  withToken('POST', '/cgi-bin/message/custom/typing', ({ account, body, now }) => {
    const refused = recipientRefusal(account, body.touser);
    if (refused !== undefined) return refused;
    if (body.command !== 'Typing' && body.command !== 'CancelTyping') return refuse(40035);
    return account.replyWindow.isTalking(String(body.touser), now) ? ok() : refuse(45080);
  }),
];

function contentRefusal(body: JsonObject): Refusal | undefined {
  const type = body.msgtype;
  if (!MESSAGE_TYPES.has(type)) return refuse(40008);
  const content = body[String(type)];
  if (!isRecord(content)) return refuse(44004);
  return type === 'text' && (typeof content.content !== 'string' || content.content === '')
    ? refuse(44004)
    : undefined;
}

function takeReply({ account, now }: AccountCall, openid: string): number | undefined {
  return account.settings.replyWindow === 'open' ? undefined : account.replyWindow.take(openid, now);
}
