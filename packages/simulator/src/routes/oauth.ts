import type { Account } from '../accounts/account.js';
import type { OauthGrant } from '../accounts/oauth-book.js';
import { fields, ok, type Refusal, type Reply, refuse } from '../server/answer.js';
import { type Call, type Route, withoutToken } from '../server/route.js';
import { authenticateSecret } from './access-token.js';

/** Web authorisation: https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html */
export const oauthRoutes: readonly Route[] = [
  withoutToken('GET', '/sns/oauth2/access_token', (call) => {
    const { query, now } = call;
    const account = authenticateSecret(call, query.get('appid'), query.get('secret'));
    if ('refused' in account) return account;
    if (query.get('grant_type') !== 'authorization_code') return refuse(40002);
    const code = query.get('code');
    if (code === null || code === '') return refuse(41008);
    const grant = account.oauth.redeem(code, now);
    if (typeof grant === 'number') return refuse(grant);
    return userToken(account, grant, account.oauth.issueRefreshToken(grant, now), now);
  }),

  withoutToken('GET', '/sns/oauth2/refresh_token', ({ platform, query, now }) => {
    const account = platform.findAccount(query.get('appid') ?? '');
    if (account === undefined) return refuse(40013);
    if (query.get('grant_type') !== 'refresh_token') return refuse(40002);
    const refreshToken = query.get('refresh_token');
    if (refreshToken === null || refreshToken === '') return refuse(41003);
    const grant = account.oauth.findRefreshToken(refreshToken, now);
    return typeof grant === 'number' ? refuse(grant) : userToken(account, grant, refreshToken, now);
  }),

  withoutToken('GET', '/sns/userinfo', (call) => {
    const grant = grantOf(call);
    if ('refused' in grant) return grant;
    if (grant.scope !== 'snsapi_userinfo') return refuse(48001);
    return fields({ openid: grant.openid, nickname: '微信用户', sex: 0, headimgurl: '', privilege: [] });
  }),

  withoutToken('GET', '/sns/auth', (call) => {
    const grant = grantOf(call);
    return 'refused' in grant ? grant : ok();
  }),
];

function userToken(account: Account, grant: OauthGrant, refreshToken: string, nowMs: number): Reply {
  return fields({
    access_token: account.oauth.issueUserToken(grant, nowMs),
    expires_in: 7_200,
    refresh_token: refreshToken,
    openid: grant.openid,
    scope: grant.scope,
  });
}

/** Finds what a user token stands for: these paths do not name the account. */
function grantOf({ platform, query, now }: Call): OauthGrant | Refusal {
  const token = query.get('access_token');
  if (token === null || token === '') return refuse(41001);
  const found = platform.accounts.map((account) => account.oauth.findUserToken(token, now));
  const grant = found.find((each) => each !== 40014) ?? 40014;
  if (typeof grant === 'number') return refuse(grant);
  return grant.openid === query.get('openid') ? grant : refuse(40003);
}
