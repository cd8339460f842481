import { ok, refuseCorp } from '../../server/answer.js';
import { type CorpCall, type Route, withCorpToken } from '../../server/route.js';

/** What is asked of single members, the page signatures, and who stands behind an OAuth code. */
export const memberRoutes: readonly Route[] = [
  withCorpToken('GET', '/cgi-bin/user/get', ({ corp, query }) => {
    const member = corp.members.find(query.get('userid') ?? '');
    if (member === undefined) return refuseCorp(60111);
    return ok({
      userid: member.userid,
      name: member.userid,
      department: member.departments ?? [1],
      main_department: member.departments?.[0] ?? 1,
      position: '',
      status: 1,
      is_leader_in_dept: (member.departments ?? [1]).map(() => 0),
      order: (member.departments ?? [1]).map(() => 0),
      extattr: { attrs: [] },
    });
  }),

  withCorpToken('GET', '/cgi-bin/auth/getuserinfo', ({ corp, query, now }) => {
    const code = corp.oauthCodes.redeem(query.get('code') ?? '', now);
    return typeof code === 'string' ? refuseCorp(40029) : ok({ userid: code.value });
  }),

  withCorpToken('GET', '/cgi-bin/get_jsapi_ticket', (call) => ticket(call, 'jsapi')),

  withCorpToken('GET', '/cgi-bin/ticket/get', (call) =>
    call.query.get('type') === 'agent_config'
      ? ticket(call, `agent_config ${call.agent.agentId}`)
      : refuseCorp(40058),
  ),
];

function ticket({ corp, now }: CorpCall, type: string) {
  const { value, endsAt } = corp.tickets.get(type, now);
  return ok({ ticket: value, expires_in: Math.ceil((endsAt - now) / 1_000) });
}
