import { ok, refuseCorp } from '../../server/answer.js';
import { type Route, withoutToken } from '../../server/route.js';

/** Access tokens: https://developer.work.weixin.qq.com/document/path/91039 */
export const corpTokenRoutes: readonly Route[] = [
  withoutToken('GET', '/cgi-bin/gettoken', ({ platform, query, path, now }) => {
    const corpId = query.get('corpid');
    const secret = query.get('corpsecret');
    if (!corpId) return refuseCorp(41002);
    if (!secret) return refuseCorp(41004);
    const corp = platform.findCorp(corpId);
    if (corp === undefined) return refuseCorp(40013);
    const agent = corp.findAgentBySecret(secret);
    if (agent === undefined) return refuseCorp(40001);
    if (agent.ipNotAllowed) return refuseCorp(60020);
    const overQuota = corp.quotas.count(path, now);
    if (overQuota !== undefined) return overQuota;
    const token = agent.tokens.fetch(now);
    return ok({ access_token: token.value, expires_in: Math.ceil((token.expiresAt - now) / 1_000) });
  }),
];
