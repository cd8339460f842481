import type { ContentFor } from '../callbacks/callback-book.js';
import type { CallbackContent } from '../callbacks/callback-content.js';
import type { CallbackAccount } from '../callbacks/callback-target.js';
import {
  customerServiceMessage,
  followed,
  type OpenApproval,
  openApprovalChanged,
  scanned,
  userEvent,
  userMessage,
} from '../callbacks/events.js';
import { checkRecord, expecting, isOneOf, isRecord, isText } from '../options/checks.js';
import type { Platform } from '../platform.js';
import type { Account } from './account.js';
import { accountFinder, corpFinder } from './account-finder.js';
import { OAUTH_SCOPES, type OauthScope } from './oauth-book.js';
import { USER_ACTS, type UserAct } from './reply-window.js';

const isTimes = expecting('a whole number > 0', (value) => Number.isSafeInteger(value) && Number(value) > 0);

/** Who comes where no openid is named. */
const SOMEBODY = 'oMINI00000000000000000000001';

/** What users do on their phones. What they do is reported where callbacks of the account go somewhere. */
export interface SimulatorUsers {
  /** The user writes, clicks, follows, scans, pays or opens the session: opens the window for customer-service messages, and reports nothing. Default `'message'`. */
  interact(appId: string, openid: string, act?: UserAct): void;
  /** The user accepts a subscription template, once or so many times. */
  grant(appId: string, openid: string, templateId: string, times?: number): void;
  /** The user follows, by a code where a scene is named. Changes accounts whose followers are a list. */
  follow(appId: string, openid: string, scene?: string): void;
  unfollow(appId: string, openid: string): void;
  /** The user, who follows already, scans a code. */
  scan(appId: string, openid: string, scene: string): void;
  /** The user clicks a menu item. In WeCom a member does, in an app. */
  click(account: CallbackAccount, openid: string, key: string): void;
  /** The user writes a text, or something else by its fields (`{ MsgType: 'image', … }`). In WeCom a member does, to an app. */
  say(account: CallbackAccount, openid: string, content: string | CallbackContent): void;
  /** The user refuses messages: template messages are accepted and then fail. */
  block(appId: string, openid: string, blocked?: boolean): void;
  /** The user agrees to an OAuth page; in WeCom a member of the corp. Answers the `code`: good once, for five minutes. */
  authorize(appId: string, openid: string, scope?: OauthScope): string;
  /** The user opens the Mini Program. Answers the `js_code`: good once, for five minutes. */
  login(appId: string, openid?: string): string;
  /** The user agrees to tell the phone number. Answers the code: good once, for five minutes. */
  sharePhone(appId: string, openid?: string, phoneNumber?: string): string;
  /** A customer writes to a customer-service account of WeCom: `kf/sync_msg` will tell it. */
  askService(corpId: string, openKfId: string, externalUserid: string, text: string): void;
  /** The state of an approval of the corp's own process changes. */
  approve(corpId: string, userid: string, approval: OpenApproval): void;
}

/** Checks the arguments too: they also come in over the control API. */
export function userControls(platform: () => Platform): SimulatorUsers {
  return { ...followerControls(platform), ...visitorControls(platform), ...corpControls(platform) };
}

type ControlsOf<Name extends keyof SimulatorUsers> = Pick<SimulatorUsers, Name>;

function followerControls(
  platform: () => Platform,
): ControlsOf<'interact' | 'grant' | 'follow' | 'unfollow' | 'scan' | 'click' | 'say' | 'block'> {
  const known = knownAccount(platform);
  const now = () => platform().clock.now();
  const report = (account: CallbackAccount, event: ContentFor) => platform().callbacks.report(account, event);
  const open = (account: CallbackAccount, openid: string, act: UserAct) => {
    isText(openid, 'openid');
    const appId = appIdOf(account);
    if (platform().findCorp(appId) === undefined) known(appId, openid).replyWindow.open(openid, act, now());
  };
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
    follow(appId, openid, scene) {
      known(appId, openid).followers.add(openid);
      report(appId, followed(openid, scene));
    },
    unfollow(appId, openid) {
      known(appId, openid).followers.remove(openid);
      report(appId, userEvent(openid, 'unsubscribe', { EventKey: '' }));
    },
    scan(appId, openid, scene) {
      isText(scene, 'scene');
      open(appId, openid, 'scan');
      report(appId, scanned(openid, scene));
    },
    click(account, openid, key) {
      isText(key, 'key');
      open(account, openid, 'menu');
      const event = platform().findCorp(appIdOf(account)) === undefined ? 'CLICK' : 'click';
      report(account, userEvent(openid, event, { EventKey: key }));
    },
    say(account, openid, content) {
      if (!isRecord(content)) isText(content, 'content');
      open(account, openid, 'message');
      report(account, userMessage(openid, content));
    },
    block(appId, openid, blocked = true) {
      const { blockers } = known(appId, openid);
      if (blocked) blockers.add(openid);
      else blockers.delete(openid);
    },
  };
}

function visitorControls(platform: () => Platform): ControlsOf<'authorize' | 'login' | 'sharePhone'> {
  const known = knownAccount(platform);
  const now = () => platform().clock.now();
  return {
    authorize(appId, openid, scope = 'snsapi_base') {
      isOneOf(...OAUTH_SCOPES)(scope, 'scope');
      const corp = platform().findCorp(appId);
      if (corp !== undefined) return corp.oauthCodes.issue(openid, now());
      return known(appId, openid).oauth.authorize(openid, scope, now());
    },
    login(appId, openid = SOMEBODY) {
      const { visitors } = known(appId, openid);
      visitors.visit(openid, now());
      return visitors.logins.issue(openid, now());
    },
    sharePhone(appId, openid = SOMEBODY, phoneNumber = '13800000000') {
      isText(phoneNumber, 'phoneNumber');
      return known(appId, openid).visitors.phones.issue({ openid, phoneNumber }, now());
    },
  };
}

function corpControls(platform: () => Platform): ControlsOf<'askService' | 'approve'> {
  const corpOf = corpFinder(platform);
  const now = () => platform().clock.now();
  return {
    askService(corpId, openKfId, externalUserid, text) {
      checkRecord({ openKfId, externalUserid, text }, '', {
        openKfId: isText,
        externalUserid: isText,
        text: isText,
      });
      const token = corpOf(corpId).services.take({ openKfId, externalUserid, text }, now());
      platform().callbacks.reportToCorp(corpId, customerServiceMessage(token, openKfId));
    },
    approve(corpId, userid, approval) {
      isText(userid, 'userid');
      isText(approval.thirdNo, 'thirdNo');
      platform().callbacks.reportToCorp(corpOf(corpId).corpId, openApprovalChanged(userid, approval, now()));
    },
  };
}

function knownAccount(platform: () => Platform): (appId: string, openid: string) => Account {
  const accountOf = accountFinder(platform);
  return (appId, openid) => {
    checkRecord({ appId, openid }, '', { appId: isText, openid: isText });
    return accountOf(appId);
  };
}

function appIdOf(account: CallbackAccount): string {
  if (typeof account === 'string') return account;
  return 'corpId' in account ? account.corpId : account.appId;
}
