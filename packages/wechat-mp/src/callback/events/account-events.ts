import { defineEvent, texts } from '@wetempo/core/callback';
import { callbackPage } from '../docs.js';

const verification = callbackPage('Account_Management/Wechat_Accreditation_Event_Push');

/** The account's own verification, and what people decide about their data. */
export const accountEvents = {
  qualification_verify_success: defineEvent(
    'qualification_verify_success',
    texts('ExpiredTime'),
    verification,
  ),
  qualification_verify_fail: defineEvent(
    'qualification_verify_fail',
    texts('FailTime', 'FailReason'),
    verification,
  ),
  naming_verify_success: defineEvent('naming_verify_success', texts('ExpiredTime'), verification),
  naming_verify_fail: defineEvent('naming_verify_fail', texts('FailTime', 'FailReason'), verification),
  annual_renew: defineEvent('annual_renew', texts('ExpiredTime'), verification),
  verify_expired: defineEvent('verify_expired', texts('ExpiredTime'), verification),
  user_info_modified: defineEvent(
    'user_info_modified',
    texts('openid', 'appid', 'OpenID', 'AppID', 'RevokeInfo'),
  ),
  /** What was stored about this person has to go. */
  user_authorization_revoke: defineEvent('user_authorization_revoke', texts('OpenID', 'AppID', 'RevokeInfo')),
  user_authorization_cancellation: defineEvent(
    'user_authorization_cancellation',
    texts('OpenID', 'AppID', 'RevokeInfo'),
  ),
} as const;
