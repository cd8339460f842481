import type { Account } from '../accounts/account.js';
import { isOpenid } from '../accounts/followers.js';
import { isRecord } from '../options/checks.js';
import { fields, ok, refuse } from '../server/answer.js';
import { textOf } from '../server/incoming-request.js';
import { type Route, withToken } from '../server/route.js';
import { openidPage } from './openid-page.js';

const MAX_BATCH = 100;
const MAX_REMARK_CHARACTERS = 29;

/** Followers: https://developers.weixin.qq.com/doc/offiaccount/User_Management/Get_users_basic_information_UnionID.html */
export const userRoutes: readonly Route[] = [
  withToken('GET', '/cgi-bin/user/info', ({ account, query }) => {
    const openid = query.get('openid');
    return isOpenid(openid) ? fields(profile(account, openid, query.get('lang'))) : refuse(40003);
  }),

  withToken('POST', '/cgi-bin/user/info/batchget', ({ account, body }) => {
    const users = Array.isArray(body.user_list) ? body.user_list.filter(isRecord) : [];
    if (users.length === 0 || users.length > MAX_BATCH) return refuse(40032);
    const profiles = users.map(({ openid, lang }) => isOpenid(openid) && profile(account, openid, lang));
    return profiles.includes(false) ? refuse(40003) : fields({ user_info_list: profiles });
  }),

  withToken('GET', '/cgi-bin/user/get', ({ account, query, platform }) => {
    const pageSize = platform.options.limits?.followersPerPage;
    const page = openidPage(account.followers.list(), query.get('next_openid'), pageSize);
    return page === undefined ? refuse(40003) : fields(page);
  }),

  withToken('POST', '/cgi-bin/user/info/updateremark', ({ account, body }) => {
    const { openid } = body;
    const remark = textOf(body, 'remark');
    if (!isOpenid(openid) || !account.followers.has(openid)) return refuse(40003);
    if (remark === undefined || [...remark].length > MAX_REMARK_CHARACTERS) return refuse(40092);
    account.followers.setRemark(openid, remark);
    return ok();
  }),
];

function profile(account: Account, openid: string, lang: unknown): object {
  if (!account.followers.has(openid)) return { subscribe: 0, openid };
  return {
    subscribe: 1,
    openid,
    language: lang ?? 'zh_CN',
    subscribe_time: 1_767_312_000,
    remark: account.followers.remarkOf(openid),
    groupid: 0,
    tagid_list: account.tags.idsOf(openid),
    subscribe_scene: 'ADD_SCENE_QR_CODE',
    qr_scene: 0,
    qr_scene_str: '',
  };
}
