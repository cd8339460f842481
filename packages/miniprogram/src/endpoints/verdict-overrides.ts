import { type VerdictRule, verdictRules } from '@wetempo/core';

/** Where the request itself carries the AppSecret, 40001 speaks of that and not of an access token. */
export const secretVerdicts: readonly VerdictRule[] = verdictRules(
  [[40001, 'invalid_secret', 'configuration', 'AppSecret 错误', 'AppSecret wrong']],
  { 40001: { hint: 'Set `appSecret` to the current one of the console.' } },
);

/**
 * Where the platform does not de-duplicate, a busy platform may have sent the message all the same, and sending it
 * again might reach the person twice.
 */
export const busySendVerdicts: readonly VerdictRule[] = verdictRules(
  [[-1, 'system_busy', 'busy', '平台繁忙，消息可能已发出', 'platform busy; the message may have gone out']],
  { [-1]: { outcome: 'unknown' } },
);

/** A busy platform may have used up the code, and would answer the second request with 40163. */
export const oneTimeVerdicts: readonly VerdictRule[] = verdictRules(
  [[-1, 'system_busy', 'busy', '平台繁忙，code 可能已被使用', 'platform busy; the code may be used up']],
  { [-1]: { retry: 'never', hint: 'The code may be used up: let the mini program get a new one.' } },
);

/** 100 logins a minute for each person, as the page of code2Session says: a limit of one person closes nobody's door. */
export const loginVerdicts: readonly VerdictRule[] = verdictRules(
  [
    [
      45011,
      'login_too_often',
      'rate-user',
      '该用户登录过于频繁（每用户每分钟 100 次）',
      'this person logs in too often (100 a minute for each)',
    ],
  ],
  {
    45011: {
      retry: 'never',
      hint: 'Let the mini program call wx.login again after a minute; look for a page that logs in over and over.',
    },
  },
);

/** The page of getwxacodeunlimit gives 45009 for its 5000 a minute, which everywhere else is a quota of the day. */
export const codePerMinuteVerdicts: readonly VerdictRule[] = verdictRules(
  [[45009, 'code_minute_quota_reached', 'rate-minute', '每分钟 5000 次已用完', '5000 a minute are used up']],
  {
    45009: { hint: 'Lower `limits.endpoints` for `wxacode.getUnlimited` to what fits into a clock minute.' },
  },
);
