import { checkRecord, expecting, isOneOf, isText } from '../options/checks.js';
import type { Platform } from '../platform.js';
import type { Account } from './account.js';
import { accountFinder } from './account-finder.js';
import { OAUTH_SCOPES, type OauthScope } from './oauth-book.js';
import { USER_ACTS, type UserAct } from './reply-window.js';

const isTimes = expecting('a whole number > 0', (value) => Number.isSafeInteger(value) && Number(value) > 0);

/** What users do on their phones. */
export interface SimulatorUsers {
  /** The user writes, clicks, follows, scans or pays: opens the window for customer-service messages. Default `'message'`. */
  interact(appId: string, openid: string, act?: UserAct): void;
  /** The user accepts a subscription template, once or so many times. */
  grant(appId: string, openid: string, templateId: string, times?: number): void;
  /** The user follows. Changes accounts whose followers are a list. */
  follow(appId: string, openid: string): void;
  unfollow(appId: string, openid: string): void;
  /** The user agrees to an OAuth page; in WeCom a member of the corp. Answers the `code`: good once, for five minutes. */
  authorize(appId: string, openid: string, scope?: OauthScope): string;
}

/** Checks the arguments too: they also come in over the control API. */
export function userControls(platform: () => Platform): SimulatorUsers {
  const accountOf = accountFinder(platform);
  const known = (appId: string, openid: string): Account => {
    checkRecord({ appId, openid }, '', { appId: isText, openid: isText });
    return accountOf(appId);
  };
  const now = () => platform().clock.now();
  return {
    interact(appId, openid, act = 'message') {
      isOneOf(...USER_ACTS)(act, 'act');
      known(appId, openid).replyWindow.open(openid, act, now());
    },
    grant(appId, openid, templateId, times = 1) {
      isText(templateId, 'templateId');
      isTimes(times, 'times');
      known(appId, openid).subscriptions.grant(openid, templateId, times);
    },
    follow: (appId, openid) => known(appId, openid).followers.add(openid),
    unfollow: (appId, openid) => known(appId, openid).followers.remove(openid),
    authorize(appId, openid, scope = 'snsapi_base') {
      isOneOf(...OAUTH_SCOPES)(scope, 'scope');
      const corp = platform().findCorp(appId);
      if (corp !== undefined) return corp.oauthCodes.issue(openid, now());
      return known(appId, openid).oauth.authorize(openid, scope, now());
    },
  };
}
