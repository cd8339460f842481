import { approvalApplied } from '../../callbacks/events.js';
import { isRecord } from '../../options/checks.js';
import { ok, refuseCorp } from '../../server/answer.js';
import { type CorpCall, type Route, withCorpToken } from '../../server/route.js';

const MAX_PAGE = 1_000;
const MSGID = /^[\w-]{1,32}$/;

/** Customer service and approvals, as far as they lead to events: https://developer.work.weixin.qq.com/document/path/94670 */
export const serviceRoutes: readonly Route[] = [
  withCorpToken('POST', '/cgi-bin/kf/sync_msg', ({ corp, body, now }) => {
    const openKfId = body.open_kfid;
    if (typeof openKfId !== 'string' || openKfId === '') return refuseCorp(95000);
    const { token } = body;
    if (typeof token === 'string' && token !== '' && !corp.services.isToken(token, now))
      return refuseCorp(95007, 'invalid msg token');
    const limit = typeof body.limit === 'number' ? Math.min(body.limit, MAX_PAGE) : MAX_PAGE;
    return ok(corp.services.page(openKfId, String(body.cursor ?? ''), limit, now));
  }),

  withCorpToken('POST', '/cgi-bin/kf/send_msg', (call) => {
    const { corp, body, now } = call;
    const { touser, open_kfid: openKfId, msgid, msgtype } = body;
    if (typeof openKfId !== 'string' || openKfId === '') return refuseCorp(95000);
    if (typeof touser !== 'string' || touser === '') return refuseCorp(40096, 'invalid external userid');
    if (msgid !== undefined && !MSGID.test(String(msgid))) return refuseCorp(40058, 'invalid msgid');
    if (!isRecord(body[String(msgtype)])) return refuseCorp(40008);
    const refused = corp.services.takeReply(openKfId, touser, now);
    if (refused !== undefined) return refuseCorp(refused);
    return ok({ msgid: delivered(call, touser) });
  }),

  withCorpToken('POST', '/cgi-bin/oa/applyevent', ({ corp, platform, body, now, requestNumber }) => {
    const userid = body.creator_userid;
    if (!corp.members.has(userid)) return refuseCorp(60111);
    const spNo = `2026${String(requestNumber).padStart(8, '0')}`;
    const event = approvalApplied(String(userid), spNo, String(body.template_id ?? ''), now);
    platform.callbacks.reportToCorp(corp.corpId, event);
    return ok({ sp_no: spNo });
  }),
];

function delivered(
  { corp, agent, platform, now, path, requestNumber, body }: CorpCall,
  openid: string,
): string {
  const own = typeof body.msgid === 'string' ? body.msgid : undefined;
  const msgid = own ?? `KF-${platform.deliveries.nextMsgid()}`;
  const sent = {
    at: now,
    appId: corp.corpId,
    agentId: agent.agentId,
    openid,
    path,
    requestNumber,
    payload: body,
  };
  platform.deliveries.add(sent, msgid);
  return msgid;
}
