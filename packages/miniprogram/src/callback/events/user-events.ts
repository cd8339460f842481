import { defineEvent, text, texts } from '@wetempo/core/callback';

/** What people do, and what they decide about their data. */
export const userEvents = {
  /** Somebody opened the customer service conversation; `SessionFrom` is what the button was given. */
  user_enter_tempsession: defineEvent('user_enter_tempsession', { SessionFrom: text().optional() }),
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
