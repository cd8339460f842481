import type { Account } from '../accounts/account.js';
import { ok, type Reply, refuse } from '../server/answer.js';
import { textOf } from '../server/incoming-request.js';
import { type AccountCall, type Route, withoutToken, withToken } from '../server/route.js';
import { authenticateSecret } from './access-token.js';

const RID = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}$/;

/**
 * Reading and resetting quotas, and what lies behind a `rid`: https://developers.weixin.qq.com/doc/offiaccount/openApi/get_api_quota.html
 * @param knows whether there is an endpoint with this path
 */
export function quotaRoutes(knows: (path: string) => boolean): readonly Route[] {
  return [
    withToken('POST', '/cgi-bin/openapi/quota/get', ({ account, body, now }) => {
      const path = textOf(body, 'cgi_path') ?? '';
      return pathRefusal(path, knows) ?? ok(reading(account, path, now));
    }),

    withToken('POST', '/cgi-bin/openapi/quota/clear', ({ account, body, now }) => {
      const path = textOf(body, 'cgi_path') ?? '';
      const refused = pathRefusal(path, knows);
      if (refused !== undefined) return refused;
      if (!account.singleQuotaResets.take(now)) return refuse(48006);
      account.quotas.clear(path);
      return ok();
    }),

    withToken('POST', '/cgi-bin/clear_quota', ({ account, body, now }) =>
      body.appid === account.appId ? clearAll(account, now) : refuse(40013),
    ),

    withoutToken('POST', '/cgi-bin/clear_quota/v2', (call) => {
      // The page's table puts the two into the body, its example into the query.
      const { body, query } = call;
      const account = authenticateSecret(
        call,
        body.appid ?? query.get('appid'),
        body.appsecret ?? query.get('appsecret'),
      );
      return 'refused' in account ? account : clearAll(account, call.now);
    }),

    withToken('POST', '/cgi-bin/openapi/rid/get', ridDetails),
  ];
}

function pathRefusal(path: string, knows: (path: string) => boolean): Reply | undefined {
  if (path.startsWith('/sns/')) return refuse(76022);
  return knows(path) ? undefined : refuse(76021);
}

function reading(account: Account, path: string, nowMs: number): object {
  const { dailyLimit, used, window } = account.quotas.read(path, nowMs);
  const quota = { daily_limit: dailyLimit, used, remain: dailyLimit - used };
  if (window === undefined) return { quota };
  return { quota, rate_limit: { call_count: window.max, refresh_second: window.windowMs / 1_000 } };
}

function clearAll(account: Account, nowMs: number): Reply {
  if (!account.quotaResets.take(nowMs)) return refuse(48006);
  account.quotas.clear();
  return ok();
}

function ridDetails({ account, body, now, platform }: AccountCall): Reply {
  const rid = textOf(body, 'rid') ?? '';
  if (!RID.test(rid)) return refuse(76002);
  const record = platform.rids.find(rid, now);
  if (record === 'unknown') return refuse(76001);
  if (record === 'expired') return refuse(76004);
  if (record.appId !== account.appId) return refuse(76003);
  return ok({
    request: {
      invoke_time: Math.floor(record.at / 1_000),
      cost_in_ms: 1,
      request_url: 'access_token=90_MASKED',
      request_body: record.requestBody,
      response_body: record.responseBody,
      client_ip: '127.0.0.1',
    },
  });
}
