import { isOpenid } from '../accounts/followers.js';
import { isRecord } from '../options/checks.js';
import { fields, ok, type Refusal, type Reply, refuse } from '../server/answer.js';
import type { JsonObject } from '../server/incoming-request.js';
import { type Route, withToken } from '../server/route.js';
import { openidPage } from './openid-page.js';

const MAX_TAGGED_AT_ONCE = 50;

/** Tags: https://developers.weixin.qq.com/doc/offiaccount/User_Management/User_Tag_Management.html */
export const tagRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/tags/create', ({ account, body }) => {
    const tag = account.tags.create(tagOf(body).name);
    return typeof tag === 'number' ? refuse(tag) : fields({ tag: { id: tag.id, name: tag.name } });
  }),

  withToken('GET', '/cgi-bin/tags/get', ({ account }) =>
    fields({ tags: account.tags.list().map(({ id, name, members }) => ({ id, name, count: members.size })) }),
  ),

  withToken('POST', '/cgi-bin/tags/update', ({ account, body }) =>
    done(account.tags.rename(tagOf(body).id, tagOf(body).name)),
  ),

  withToken('POST', '/cgi-bin/tags/delete', ({ account, body }) => done(account.tags.delete(tagOf(body).id))),

  withToken('POST', '/cgi-bin/user/tag/get', ({ account, body }) => {
    const members = account.tags.members(body.tagid);
    if (typeof members === 'number') return refuse(members);
    const page = openidPage(members, body.next_openid);
    return page === undefined ? refuse(40003) : fields(page);
  }),

  withToken('POST', '/cgi-bin/tags/members/batchtagging', ({ account, body }) => {
    const openids = openidsOf(body, MAX_TAGGED_AT_ONCE);
    return 'refused' in openids ? openids : done(account.tags.put(body.tagid, openids));
  }),

  withToken('POST', '/cgi-bin/tags/members/batchuntagging', ({ account, body }) => {
    const openids = openidsOf(body, MAX_TAGGED_AT_ONCE);
    return 'refused' in openids ? openids : done(account.tags.take(body.tagid, openids));
  }),

  withToken('POST', '/cgi-bin/tags/getidlist', ({ account, body }) => {
    const { openid } = body;
    return isOpenid(openid) ? fields({ tagid_list: account.tags.idsOf(openid) }) : refuse(40003);
  }),
];

function tagOf(body: JsonObject): JsonObject {
  return isRecord(body.tag) ? body.tag : {};
}

function done(errcode: number | undefined): Reply {
  return errcode === undefined ? ok() : refuse(errcode);
}

/** The `openid_list` of a request. */
export function openidsOf(body: JsonObject, max: number): string[] | Refusal {
  const list: unknown = body.openid_list;
  if (!Array.isArray(list) || list.length === 0 || list.length > max) return refuse(40032);
  return list.every(isOpenid) ? list : refuse(40003);
}
