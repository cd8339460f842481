import { unionidOf } from '../../accounts/visitors.js';
import { fields, ok, refuse } from '../../server/answer.js';
import { textOf } from '../../server/incoming-request.js';
import { type AccountCall, type Route, withoutToken, withToken } from '../../server/route.js';
import { authenticateSecret } from '../access-token.js';

/** Login and phone numbers: https://developers.weixin.qq.com/miniprogram/dev/OpenApiDoc/user-login/code2Session.html */
export const loginRoutes: readonly Route[] = [
  withoutToken('GET', '/sns/jscode2session', (call) => {
    const { query, now } = call;
    const account = authenticateSecret(call, query.get('appid'), query.get('secret'));
    if ('refused' in account) return account;
    if (query.get('grant_type') !== 'authorization_code') return refuse(40002);
    const code = query.get('js_code');
    if (!code) return refuse(41008);
    const login = account.visitors.logins.redeem(code, now);
    if (typeof login === 'string') return refuse(login === 'used' ? 40163 : 40029);
    const openid = login.value;
    if (!account.visitors.takeLogin(openid, now)) return refuse(45011);
    account.visitors.visit(openid, now);
    const session_key = account.visitors.newSessionKey(openid);
    return fields({ session_key, openid, unionid: unionidOf(openid) });
  }),

  withToken('POST', '/wxa/business/getuserphonenumber', ({ account, body, now }) => {
    const openid = textOf(body, 'openid');
    const phone = account.visitors.phones.redeem(textOf(body, 'code') ?? '', now);
    if (typeof phone === 'string') return refuse(40029);
    if (openid !== undefined && openid !== phone.value.openid) return refuse(40029);
    const { phoneNumber } = phone.value;
    const watermark = { timestamp: Math.floor(now / 1_000), appid: account.appId };
    return ok({
      phone_info: { phoneNumber, purePhoneNumber: phoneNumber, countryCode: '86', watermark },
    });
  }),

  withToken('GET', '/wxa/checksession', (call) => (isSigned(call) ? ok() : refuse(87009))),

  withToken('GET', '/wxa/resetusersessionkey', (call) => {
    const openid = call.query.get('openid') ?? '';
    if (!isSigned(call)) return refuse(87009);
    return ok({ openid, session_key: call.account.visitors.newSessionKey(openid) });
  }),

  withToken('GET', '/wxa/getpaidunionid', ({ query }) => {
    const openid = query.get('openid');
    return openid ? ok({ unionid: unionidOf(openid) }) : refuse(40003);
  }),
];

function isSigned({ account, query }: AccountCall): boolean {
  if (query.get('sig_method') !== 'hmac_sha256') return false;
  return account.visitors.isSignature(query.get('openid') ?? '', query.get('signature') ?? '');
}
