import type { VerdictAdvice } from '@wetempo/core';

const otherToken: VerdictAdvice = {
  // These tokens are not the app's access token; fetching another one of those would change nothing.
  retry: 'never',
  hint: 'Renew the token or ticket that the code speaks of; the access token of the app is not concerned.',
};

/** When a code recovers and what to do about it, where that does not follow from its kind. */
export const advice: Readonly<Record<number, VerdictAdvice>> = {
  // Another number space than that of Official Accounts, where 40001 is about the token.
  40001: {
    hint: 'Set `corpSecret` to the secret of this very app (each has its own), and check that the app is enabled.',
  },
  40003: { hint: 'Check the userid against the address book; the person may have left.' },
  40013: {
    hint: 'Compare `corpId` with 我的企业 → 企业信息 (My company → Company information) in the console.',
  },
  40014: { hint: 'Use each token only with the app whose secret fetched it.' },
  40082: otherToken,
  41022: otherToken,
  42009: otherToken,
  42012: otherToken,
  43004: { hint: 'The person neither bound WeChat nor follows the WeChat plugin of the company.' },
  // One code for the windows of a minute, an hour, a day and a month, and the answer does not say which was hit:
  // asking again in a minute would be hopeless for most of them, so the pause grows from one to the next.
  45009: {
    retry: 'longer-each-time',
    scope: 'endpoint',
    hint: 'Lower `limits.endpoints` for this endpoint; the block lasts as long as the window that was hit, which the answer does not name.',
  },
  45033: { scope: 'endpoint', hint: 'Lower `concurrency` for this endpoint.' },
  60020: {
    hint: 'Add the IP that errmsg names to the app in the console under 开发者接口 → 企业可信IP (Developer interface → Trusted IPs); it works after about a minute.',
  },
  81013: { hint: 'Check every recipient: none of them exists or is visible to this app.' },
  81026: { retry: 'next-hour' },
  84055: { retry: 'backoff' },
  90313: { retry: 'backoff' },
  95001: {
    hint: 'The messages allowed after the last one of the customer are used up; wait until the customer writes again.',
  },
  95002: { hint: 'The time for answering is over until the customer writes again.' },
  301042: { hint: 'Add the outgoing IP of this host to the allow-list of the app.' },
  701134: { retry: 'backoff' },
  2400007: { retry: 'backoff' },
};
