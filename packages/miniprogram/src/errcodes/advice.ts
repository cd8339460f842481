import type { VerdictAdvice } from '@wetempo/core';

const otherToken: VerdictAdvice = {
  // These tokens are not the app's access token; fetching another one of those would change nothing.
  retry: 'never',
  hint: 'Renew the token or ticket that the code speaks of; the access token of the mini program is not concerned.',
};

const allowList =
  'at mp.weixin.qq.com under 开发管理 → 开发设置 → IP白名单 (Development → Settings → IP allow-list)';

/** When a code recovers and what to do about it, where that does not follow from its kind. */
export const advice: Readonly<Record<number, VerdictAdvice>> = {
  40001: {
    hint: 'Another program fetched a token for this mini program: use stable mode everywhere, or share one Redis between all of them.',
  },
  40003: {
    hint: 'Check that the openid belongs to this mini program: each app has its own for the same person.',
  },
  40013: { hint: 'Compare `appId` with the console, letter by letter: it starts with wx and has no blanks.' },
  40029: { hint: 'Let the mini program call wx.login again: a code lives 5 minutes.' },
  40037: { hint: 'Look up the template id in the console; it must be one of this mini program.' },
  40125: {
    hint: 'Set `appSecret` to the current one of the console; resetting it there ends the old one at once.',
  },
  40163: {
    hint: 'A code works once: keep the session that it gave, or let the mini program call wx.login again.',
  },
  40164: {
    hint: `Add the IP that errmsg names, the way out of this host, ${allowList}; it works after a few minutes.`,
  },
  40243: {
    hint: 'Unfreeze the AppSecret at mp.weixin.qq.com under 开发管理 → 开发设置 (Development → Settings).',
  },
  41030: { hint: 'Name a page that exists in the released version of the mini program.' },
  42006: otherToken,
  42009: otherToken,
  43101: { hint: 'Ask the person to subscribe again: a one-time subscription is good for one message.' },
  43107: { hint: 'Subscription messages or this template are banned; see the notices in the console.' },
  // Two sends to one person at the same time are too many; the next one may go as soon as the first is through.
  43108: { scope: 'recipient', hint: 'Send to one person one message after the other.' },
  // The window is not published; what was seen is that the same person takes messages again after a while.
  43117: {
    retry: 'backoff',
    scope: 'recipient',
    hint: 'Send this person fewer messages; `limits.perRecipient` sets how many go out in a window.',
  },
  // Only secondary sources know this code; they describe a short window over all calls of the app.
  44990: { retry: 'backoff', scope: 'app', hint: 'Lower `limits.app`: all calls together come too fast.' },
  44991: {
    scope: 'endpoint',
    hint: 'Lower `limits.endpoints` for this endpoint to what fits into a clock minute.',
  },
  // The page of getwxacodeunlimit gives this code for a limit per minute; that endpoint will declare its own row.
  45009: {
    scope: 'endpoint',
    hint: 'The daily quota of this endpoint is used up until 00:00 Beijing time.',
  },
  // No code table of mini programs lists it; Official Accounts, behind the same gateway, get it for replies too fast.
  45010: { retry: 'backoff', scope: 'endpoint', hint: 'Lower `limits.endpoints` for this endpoint.' },
  45011: {
    scope: 'endpoint',
    hint: 'Lower `limits.endpoints` for this endpoint to what fits into a clock minute.',
  },
  45015: { hint: 'The time for answering is over until the person acts again.' },
  45047: {
    hint: 'The messages allowed after the last action of the person are used up; wait until the person acts again.',
  },
  45061: { retry: 'backoff' },
  45168: { hint: 'Change the text: it holds a word that the platform blocks.' },
  47001: { hint: 'The body did not arrive as JSON; look for a proxy that changes it.' },
  47003: {
    hint: 'Correct the field that errmsg names: its value breaks the rule of its type, or the template has no such field.',
  },
  48006: {
    hint: 'Clearing quotas is used up for this month (10 for all endpoints at once); it works again next month.',
  },
  53011: { retry: 'backoff' },
  61004: { hint: `Add the outgoing IP of this host ${allowList}.` },
  61005: otherToken,
  61006: otherToken,
  61010: { hint: 'Check content only of people who opened the mini program within the last 2 hours.' },
  // Statistics of a day are ready in the course of the next morning.
  61503: { retry: 'next-hour', hint: 'The figures of that day are not ready yet; ask again in an hour.' },
  86005: { retry: 'backoff' },
  9300509: { retry: 'backoff' },
};
