import type { CorpCall } from '../server/route.js';

/** Delivers the call's message to each member, unless the member got too many, and answers its `msgid`. */
export function reachMembers(call: CorpCall, userids: Iterable<string>): string {
  const { corp, agent, platform, now, path, requestNumber, body } = call;
  // Not digits alone, so that nobody takes WeCom's ids for numbers.
  const msgid = `M-${platform.deliveries.nextMsgid()}`;
  const { corpId: appId } = corp;
  const { agentId } = agent;
  for (const openid of userids) {
    if (!agent.memberWindows.take(openid, now)) continue;
    platform.deliveries.add({ at: now, appId, agentId, openid, path, requestNumber, payload: body }, msgid);
  }
  agent.sentAt.set(msgid, now);
  return msgid;
}
