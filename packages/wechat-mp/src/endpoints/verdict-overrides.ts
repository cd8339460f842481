import { type VerdictRule, verdictRules } from '@wetempo/core';

/** Where the request itself carries the AppSecret, 40001 speaks of that and not of an access token. */
export const secretVerdicts: readonly VerdictRule[] = verdictRules(
  [[40001, 'invalid_secret', 'configuration', 'AppSecret 错误', 'AppSecret wrong']],
  { 40001: { hint: 'Set `appSecret` to the current one of the console.' } },
);

const visitorTokenHint =
  'Renew the token of the visitor with `oauth.refresh`, or send the visitor through the authorisation page again.';

/** Where the request carries the token of a visitor, the token codes speak of that; ours would be refreshed in vain. */
export const visitorTokenVerdicts: readonly VerdictRule[] = verdictRules(
  [
    [40001, 'invalid_user_token', 'permission', '用户的网页授权 token 无效', "visitor's token invalid"],
    [40014, 'invalid_user_token', 'permission', '用户的网页授权 token 无效', "visitor's token invalid"],
    [42001, 'user_token_expired', 'permission', '用户的网页授权 token 已过期', "visitor's token expired"],
  ],
  {
    40001: { hint: visitorTokenHint },
    40014: { hint: visitorTokenHint },
    42001: { hint: visitorTokenHint },
  },
);

/** On the menu endpoints 45010 counts menus; everywhere else accounts get it for replies too fast. */
export const menuVerdicts: readonly VerdictRule[] = verdictRules(
  [[45010, 'create_menu_limit', 'bad-argument', '菜单创建个数超限', 'too many menus']],
  { 45010: { hint: 'Delete conditional menus that are not needed any more.' } },
);

/**
 * Where the platform does not de-duplicate, a busy platform may have sent the message all the same, and sending it
 * again might reach the person twice.
 */
export const busySendVerdicts: readonly VerdictRule[] = verdictRules(
  [[-1, 'system_busy', 'busy', '平台繁忙，消息可能已发出', 'platform busy; the message may have gone out']],
  { [-1]: { outcome: 'unknown' } },
);
