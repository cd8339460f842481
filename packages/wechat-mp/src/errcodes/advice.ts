import type { VerdictAdvice } from '@wetempo/core';

const otherToken: VerdictAdvice = {
  // These tokens are not the account's access token; fetching another one of those would change nothing.
  retry: 'never',
  hint: 'Renew the token or ticket that the code speaks of; the access token of the account is not concerned.',
};

const allowList =
  'at mp.weixin.qq.com under 设置与开发 → 基本配置 → IP白名单 (Settings → Basic configuration → IP allow-list)';

/** When a code recovers and what to do about it, where that does not follow from its kind. */
export const advice: Readonly<Record<number, VerdictAdvice>> = {
  40001: {
    hint: 'Another program fetched a token for this account: use stable mode everywhere, or share one Redis between all of them.',
  },
  40003: {
    hint: 'Check that the openid belongs to this account (each account has its own for the same person) and that nothing was cut off.',
  },
  40007: { hint: 'Upload the file again: a temporary media_id lives 3 days and only in its account.' },
  40013: { hint: 'Compare `appId` with the console, letter by letter: it starts with wx and has no blanks.' },
  40029: { hint: 'Send the visitor through the authorisation page again: a code lives 5 minutes.' },
  40033: { hint: 'Remove damaged characters, such as half an emoji, from the texts of the request.' },
  40037: {
    hint: 'Look up the template id with `template.listTemplates`: it must be one of this account, and of the kind of message that is sent.',
  },
  40039: { hint: 'Shorten or correct `url`.' },
  40125: {
    hint: 'Set `appSecret` to the current one of the console; resetting it there ends the old one at once.',
  },
  40163: { hint: 'A code works once: keep the user token that it gave, or let the visitor authorise again.' },
  40164: {
    hint: `Add the IP that errmsg names, the way out of this host, ${allowList}; it works after a few minutes.`,
  },
  40243: {
    hint: 'Unfreeze the AppSecret at mp.weixin.qq.com under 设置与开发 → 基本配置 (Settings → Basic configuration).',
  },
  40249: {
    hint: 'Take everything that advertises out of the template data; template messages are for service notices only.',
  },
  41030: { hint: 'Name a page that exists in the released version of the mini program.' },
  42006: otherToken,
  42009: otherToken,
  43004: {
    hint: 'The person does not follow the account (any more); leave the person out of this kind of message.',
  },
  43019: {
    hint: 'The person is on the blacklist of the account; take the person off with `tag.unblock` first.',
  },
  43101: { hint: 'Ask the person to subscribe again: a one-time subscription is good for one message.' },
  43107: { hint: 'Subscription messages or this template are banned; see the notices in the console.' },
  // Two sends to one person at the same time are too many; the next one may go as soon as the first is through.
  43108: { scope: 'recipient', hint: 'Send to one person one message after the other.' },
  43116: { hint: 'The platform barred this template; see the notices in the console and use another one.' },
  // The window is not published; what was seen is that the same person takes messages again after a while.
  43117: {
    retry: 'backoff',
    scope: 'recipient',
    hint: 'Send this person fewer messages; `limits.perRecipient` sets how many go out in a window.',
  },
  // Only secondary sources know this code; they describe a short window over all calls of the account.
  44990: { retry: 'backoff', scope: 'app', hint: 'Lower `limits.app`: all calls together come too fast.' },
  44991: {
    scope: 'endpoint',
    hint: 'Lower `limits.endpoints` for this endpoint to what fits into a clock minute.',
  },
  45001: { hint: 'Make the file smaller; `media.upload` lists the limits.' },
  45002: { hint: 'Shorten the content of the message.' },
  // The daily quota belongs to one endpoint and to one account, and the others go on.
  45009: {
    scope: 'endpoint',
    hint: 'The daily quota of this endpoint is used up until 00:00 Beijing time; `quota.get` shows it, `quota.clear` resets it a few times a month.',
  },
  // Code tables of the platform call this number "too many menus". Accounts also get it for messages that follow each
  // other too fast. Both hold: the menu endpoints declare their own row, and everywhere else it is a limit.
  45010: { retry: 'backoff', scope: 'endpoint', hint: 'Lower `limits.endpoints` for this endpoint.' },
  // Counted by the clock minute, as staff of the platform say, not by a sliding one.
  45011: {
    scope: 'endpoint',
    hint: 'Lower `limits.endpoints` for this endpoint to what fits into a clock minute.',
  },
  45015: {
    hint: 'The time for answering is over until the person acts again; send a template message instead, if it is a service notice.',
  },
  45033: { hint: 'The person already has as many of this card as allowed.' },
  45047: {
    hint: 'The messages allowed after the last action of the person are used up; wait until the person acts again.',
  },
  45061: { retry: 'backoff' },
  45065: { hint: 'This mass message went out before; its msg_id is in the answer.' },
  45080: { hint: 'Show the typing state only within 30 seconds of an exchange with the person.' },
  45168: { hint: 'Change the text: it holds a word that the platform blocks.' },
  47001: { hint: 'The body did not arrive as JSON; look for a proxy that changes it.' },
  47003: {
    hint: 'Correct the field that errmsg names: its value breaks the rule of its type, or the template has no such field.',
  },
  48001: {
    hint: 'Check in the console under 接口权限 (interface permissions) that the account has this one; many need verification.',
  },
  48002: { hint: 'The person switched the messages of this account off; leave the person out.' },
  48004: { hint: 'The platform barred this endpoint for the account; see the notices in the console.' },
  48006: {
    hint: 'Clearing quotas is used up for this month (10 for all endpoints at once); it works again next month.',
  },
  50002: {
    hint: 'The person or the account is restricted, frozen or closed; see the notices in the console.',
  },
  53011: { retry: 'backoff' },
  61004: { hint: `Add the outgoing IP of this host ${allowList}.` },
  61005: otherToken,
  61006: otherToken,
  // Statistics of a day are ready in the course of the next morning.
  61503: { retry: 'next-hour', hint: 'The figures of that day are not ready yet; ask again in an hour.' },
  73104: { retry: 'backoff' },
  76021: {
    hint: 'Write `cgi_path` as it stands in the address of the endpoint: from the first slash, without host and query.',
  },
  76022: { hint: 'The quota of this path cannot be asked for with this kind of token.' },
  89501: { hint: 'An administrator must answer the earlier request to confirm an IP first.' },
  89502: { hint: 'An administrator must confirm this IP in WeChat; try again after that.' },
  89503: { hint: 'An administrator must confirm this IP in WeChat; try again after that.' },
  89504: { hint: 'An administrator must confirm this IP in WeChat; try again after that.' },
  89505: { hint: 'An administrator must confirm this IP in WeChat; try again after that.' },
  89506: { hint: 'An administrator refused this IP, which bars it for 24 hours.' },
  89507: { hint: 'An administrator refused this IP, which bars it for one hour.' },
};
