import type { Link } from '../../accounts/links.js';
import { isRecord } from '../../options/checks.js';
import { ok, type Reply, refuse } from '../../server/answer.js';
import type { JsonObject } from '../../server/incoming-request.js';
import { type AccountCall, type Route, withToken } from '../../server/route.js';

/** Links into a Mini Program: https://developers.weixin.qq.com/miniprogram/dev/OpenApiDoc/qrcode-link/url-link/generateUrlLink.html */
export const linkRoutes: readonly Route[] = [
  withToken('POST', '/wxa/generate_urllink', (call) => {
    const url = made(call, 'https://wxaurl.cn/', call.body);
    return url === undefined ? refuse(40097) : ok({ url_link: url });
  }),

  withToken('POST', '/wxa/query_urllink', (call) =>
    told(call, call.body.url_link, (info) => ({ url_link_info: info })),
  ),

  withToken('POST', '/wxa/generatescheme', (call) => {
    const target = isRecord(call.body.jump_wxa) ? call.body.jump_wxa : {};
    const url = made(call, 'weixin://dl/business/?t=', target);
    return url === undefined ? refuse(40097) : ok({ openlink: url });
  }),

  withToken('POST', '/wxa/queryscheme', (call) =>
    told(call, call.body.scheme, (info) => ({ scheme_info: info })),
  ),
];

function made({ account, body, now }: AccountCall, prefix: string, target: JsonObject): string | undefined {
  const link = {
    path: String(target.path ?? ''),
    query: String(target.query ?? ''),
    envVersion: String(target.env_version ?? 'release'),
    createdAt: now,
  };
  return account.links.add(prefix, link, {
    expireType: body.expire_type,
    expireTime: body.expire_time,
    expireInterval: body.expire_interval,
  });
}

/** `query_type` 1 asks how many openings are left today. */
function told({ account, body }: AccountCall, url: unknown, tell: (info: object) => object): Reply {
  if (body.query_type === 1) return ok({ quota_info: { remain_visit_quota: 3_000_000 } });
  const link = account.links.find(String(url ?? ''));
  return link === undefined ? refuse(40097) : ok({ ...tell(infoOf(account.appId, link)), visit_openid: '' });
}

function infoOf(appid: string, { path, query, envVersion, createdAt, expiresAt }: Link): object {
  return {
    appid,
    path,
    query,
    env_version: envVersion,
    create_time: Math.floor(createdAt / 1_000),
    expire_time: Math.floor(expiresAt / 1_000),
  };
}
