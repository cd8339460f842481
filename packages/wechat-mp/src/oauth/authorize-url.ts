import { ValidationError, type ValidationIssue } from '@wetempo/core';

/** Where to send a visitor, inside WeChat, to learn who it is. */
export interface AuthorizeUrlInput {
  appId: string;
  /** Page of yours that gets the `code`; its domain must be registered in the console. */
  redirectUri: string;
  /** `snsapi_base`: the openid, without asking. `snsapi_userinfo`: name and picture, too, after asking. */
  scope: 'snsapi_base' | 'snsapi_userinfo';
  /** Comes back with the code; use it against forged requests. At most 128 bytes. */
  state?: string | undefined;
  /** Asks again although the visitor agreed before. @default false */
  forcePopup?: boolean | undefined;
  /** Shows the page in snapshot mode. @default false */
  forceSnapShot?: boolean | undefined;
}

/**
 * Address of the page on which a visitor authorises the account. The code that it leads to goes into `oauth.token`.
 *
 * @throws {ValidationError} where `redirectUri` is no web address, `appId` is empty or `state` is too long
 * @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
 */
export function authorizeUrl(input: AuthorizeUrlInput): string {
  refuse(problems(input));
  // The platform wants the parameters in this very order and checks the mark at the end.
  const query = new URLSearchParams({
    appid: input.appId,
    redirect_uri: input.redirectUri,
    response_type: 'code',
    scope: input.scope,
    ...(input.state === undefined ? {} : { state: input.state }),
    ...(input.forcePopup === undefined ? {} : { forcePopup: String(input.forcePopup) }),
    ...(input.forceSnapShot === undefined ? {} : { forceSnapShot: String(input.forceSnapShot) }),
  });
  return `https://open.weixin.qq.com/connect/oauth2/authorize?${query}#wechat_redirect`;
}

function problems({ appId, redirectUri, state = '' }: AuthorizeUrlInput): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (appId === '') issues.push({ path: 'appId', message: 'must not be empty' });
  if (!/^https?:\/\//.test(redirectUri)) {
    issues.push({ path: 'redirectUri', message: 'must begin with http:// or https://' });
  }
  if (Buffer.byteLength(state) > 128) issues.push({ path: 'state', message: 'must have at most 128 bytes' });
  return issues;
}

function refuse(issues: readonly ValidationIssue[]): void {
  const [first] = issues;
  if (first !== undefined) {
    throw new ValidationError(`authorizeUrl: ${first.path} ${first.message}`, { issues });
  }
}
