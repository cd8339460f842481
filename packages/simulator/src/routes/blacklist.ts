import { fields, ok, refuse } from '../server/answer.js';
import { type Route, withToken } from '../server/route.js';
import { openidPage } from './openid-page.js';
import { openidsOf } from './tag.js';

const MAX_AT_ONCE = 20;

/** Blacklist: https://developers.weixin.qq.com/doc/offiaccount/User_Management/Manage_blacklist.html */
export const blacklistRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/tags/members/getblacklist', ({ account, body }) => {
    const page = openidPage([...account.followers.blacklist], body.begin_openid);
    return page === undefined ? refuse(40003) : fields(page);
  }),

  withToken('POST', '/cgi-bin/tags/members/batchblacklist', ({ account, body }) => {
    const openids = openidsOf(body, MAX_AT_ONCE);
    if ('refused' in openids) return openids;
    for (const openid of openids) account.followers.blacklist.add(openid);
    return ok();
  }),

  withToken('POST', '/cgi-bin/tags/members/batchunblacklist', ({ account, body }) => {
    const openids = openidsOf(body, MAX_AT_ONCE);
    if ('refused' in openids) return openids;
    for (const openid of openids) account.followers.blacklist.delete(openid);
    return ok();
  }),
];
