import type { Reached } from '../../corps/members.js';
import { reachMembers } from '../../corps/reach-members.js';
import { isRecord } from '../../options/checks.js';
import { jsonText, ok, type Refusal, type Reply, refuseCorp } from '../../server/answer.js';
import type { JsonObject } from '../../server/incoming-request.js';
import { type CorpCall, type Route, withCorpToken } from '../../server/route.js';

const RECALLED_WITHIN_MS = 24 * 3_600_000;
/** Cards that a member can answer carry a code with which they can be changed later. */
const ANSWERABLE_CARDS: ReadonlySet<unknown> = new Set([
  'button_interaction',
  'vote_interaction',
  'multiple_interaction',
]);
const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'voice',
  'video',
  'file',
  'textcard',
  'news',
  'mpnews',
  'markdown',
  'miniprogram_notice',
  'template_card',
]);

/** Messages of apps: https://developer.work.weixin.qq.com/document/path/90236 */
export const corpMessageRoutes: readonly Route[] = [
  withCorpToken('POST', '/cgi-bin/message/send', (call) => {
    const { agent, body, raw, now } = call;
    const refused = agentRefusal(call) ?? contentRefusal(body);
    if (refused !== undefined) return refused;
    if (body.enable_duplicate_check !== 1) return send(call);
    const first = agent.repeatedBodies.find(raw, body.duplicate_check_interval, now);
    if (first !== undefined) return jsonText(first);
    const reply = send(call);
    if (!('refused' in reply)) agent.repeatedBodies.remember(raw, String(reply.body), now);
    return reply;
  }),

  withCorpToken('POST', '/cgi-bin/message/recall', ({ agent, platform, body, now }) => {
    const msgid = String(body.msgid ?? '');
    const sentAt = agent.sentAt.get(msgid);
    if (sentAt === undefined || now - sentAt > RECALLED_WITHIN_MS) return refuseCorp(40058, 'invalid msgid');
    for (const delivery of platform.deliveries.all) {
      if (delivery.msgid === msgid) delivery.recalledAt = now;
    }
    return ok();
  }),

  withCorpToken('POST', '/cgi-bin/message/update_template_card', (call) => {
    const { agent, body, now } = call;
    const refused = agentRefusal(call);
    if (refused !== undefined) return refused;
    const code = agent.responseCodes.redeem(String(body.response_code ?? ''), now);
    if (typeof code === 'string') return refuseCorp(60140);
    return ok({ invaliduser: [] });
  }),
];

function agentRefusal({ agent, body }: CorpCall): Refusal | undefined {
  if (body.agentid === undefined) return refuseCorp(40056, 'invalid agentid');
  return Number(body.agentid) === agent.agentId ? undefined : refuseCorp(301002);
}

function contentRefusal(body: JsonObject): Refusal | undefined {
  const type = body.msgtype;
  if (!MESSAGE_TYPES.has(type)) return refuseCorp(40008);
  const content = body[String(type)];
  if (!isRecord(content)) return refuseCorp(40063, `${String(type)} is empty`);
  const empty = type === 'text' && (typeof content.content !== 'string' || content.content === '');
  return empty ? refuseCorp(44004) : undefined;
}

function send(call: CorpCall): Reply {
  const { corp, agent, body, now } = call;
  const reached = corp.members.reach(named(body.touser), named(body.toparty), named(body.totag));
  if (reached.userids.size === 0) return refuseCorp(81013);
  const msgid = reachMembers(call, reached.userids);
  const card = isRecord(body.template_card) ? body.template_card.card_type : undefined;
  const code = ANSWERABLE_CARDS.has(card) ? { response_code: agent.responseCodes.issue(msgid, now) } : {};
  return ok({ ...notReached(reached), msgid, ...code });
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function notReached({ invaliduser, invalidparty, invalidtag, unlicenseduser }: Reached): object {
  return {
    invaliduser: invaliduser.join('|'),
    invalidparty: invalidparty.join('|'),
    invalidtag: invalidtag.join('|'),
    unlicenseduser: unlicenseduser.join('|'),
  };
}
