import type { AccessToken } from '../accounts/access-token.js';
import type { Account } from '../accounts/account.js';
import { fields, type Refusal, type Reply, refuse } from '../server/answer.js';
import { textOf } from '../server/incoming-request.js';
import { type Call, type Route, withoutToken } from '../server/route.js';

/** Access tokens: https://developers.weixin.qq.com/doc/offiaccount/Basic_Information/Get_access_token.html */
export const accessTokenRoutes: readonly Route[] = [
  withoutToken('GET', '/cgi-bin/token', (call) => {
    const { query } = call;
    const account = authenticate(call, query.get('grant_type'), query.get('appid'), query.get('secret'));
    if ('refused' in account) return account;
    return countedToken(call, account, () => account.tokens.fetchClassic(call.now));
  }),

  withoutToken('POST', '/cgi-bin/stable_token', (call) => {
    const { body } = call;
    const account = authenticate(
      call,
      textOf(body, 'grant_type'),
      textOf(body, 'appid'),
      textOf(body, 'secret'),
    );
    if ('refused' in account) return account;
    return countedToken(call, account, () => stableToken(account, body.force_refresh === true, call.now));
  }),
];

function stableToken(account: Account, forced: boolean, nowMs: number): AccessToken {
  return forced ? account.tokens.forceStable(nowMs) : account.tokens.fetchStable(nowMs);
}

/** Finds the account whose secret this is. */
export function authenticateSecret(call: Call, appId: unknown, secret: unknown): Account | Refusal {
  if (typeof appId !== 'string' || appId === '') return refuse(41002);
  if (typeof secret !== 'string' || secret === '') return refuse(41004);
  const account = call.platform.findAccount(appId);
  if (account === undefined) return refuse(40013);
  if (account.appSecret === secret) return account;
  return refuse(call.platform.options.tokens?.wrongSecretErrcode ?? 40125, 'invalid appsecret');
}

function authenticate(call: Call, grantType: unknown, appId: unknown, secret: unknown): Account | Refusal {
  if (grantType !== 'client_credential') return refuse(40002);
  const account = authenticateSecret(call, appId, secret);
  if ('refused' in account || !account.ipNotAllowed) return account;
  return refuse(40164, 'invalid ip 203.0.113.7 ipv6 ::ffff:203.0.113.7, not in whitelist');
}

function countedToken(call: Call, account: Account, fetch: () => AccessToken): Reply {
  const overQuota = account.quotas.count(call.path, call.now);
  if (overQuota !== undefined) return overQuota;
  const token = fetch();
  return fields({ access_token: token.value, expires_in: Math.ceil((token.expiresAt - call.now) / 1_000) });
}
