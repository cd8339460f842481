import { ValidationError, type ValidationIssue } from '@wetempo/core';

interface LoginInput {
  corpId: string;
  /** Page of yours that gets the `code`; its domain must be registered for the app. */
  redirectUri: string;
  /** Comes back with the code; use it against forged requests. At most 128 bytes. */
  state?: string | undefined;
}

/** Where to send somebody inside WeCom to learn who it is. */
export interface AuthorizeUrlInput extends LoginInput {
  /** `snsapi_base`: the userid, without asking. `snsapi_privateinfo`: a `user_ticket`, too, after asking. */
  scope: 'snsapi_base' | 'snsapi_privateinfo';
  /** Needed with `snsapi_privateinfo`. */
  agentId?: number | string | undefined;
}

/** Where to send a browser outside WeCom to log in. */
export interface WebLoginUrlInput extends LoginInput {
  /** Needed for an app of the company's own (`CorpApp`). */
  agentId?: number | string | undefined;
  /** `CorpApp`: an app of the company. `ServiceApp`: one of a provider, whose suite id is `corpId` then. @default 'CorpApp' */
  loginType?: 'CorpApp' | 'ServiceApp' | undefined;
  /** @default the browser's */
  lang?: 'zh' | 'en' | undefined;
}

/** Where a browser sees a QR code that a member scans. */
export interface QrLoginUrlInput extends LoginInput {
  agentId: number | string;
}

/**
 * Address of the page that tells, inside WeCom, who a visitor is. Its code goes into `auth.getUserInfo`.
 *
 * @throws {ValidationError} where `redirectUri` is no web address, an id is missing or `state` is too long
 * @see https://developer.work.weixin.qq.com/document/path/91022
 */
export function authorizeUrl(input: AuthorizeUrlInput): string {
  refuse('authorizeUrl', [...problems(input), ...agentProblems(input, input.scope === 'snsapi_privateinfo')]);
  const { corpId, redirectUri, scope, state, agentId } = input;
  // The platform wants the parameters in this very order and checks the mark at the end.
  const query = queryOf({
    appid: corpId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    agentid: agentId,
  });
  return `https://open.weixin.qq.com/connect/oauth2/authorize?${query}#wechat_redirect`;
}

/**
 * Address of the page on which a browser logs in by WeCom (企业微信登录). Its code goes into `auth.getUserInfo`.
 *
 * @throws {ValidationError} as `authorizeUrl`
 * @see https://developer.work.weixin.qq.com/document/path/98152
 */
export function webLoginUrl(input: WebLoginUrlInput): string {
  const { corpId, redirectUri, state, agentId, loginType = 'CorpApp', lang } = input;
  refuse('webLoginUrl', [...problems(input), ...agentProblems(input, loginType === 'CorpApp')]);
  const query = queryOf({
    login_type: loginType,
    appid: corpId,
    agentid: agentId,
    redirect_uri: redirectUri,
    state,
    lang,
  });
  return `https://login.work.weixin.qq.com/wwlogin/sso/login?${query}`;
}

/**
 * Address of the older page that shows a QR code to scan (扫码登录). Its code goes into `auth.getUserInfo`.
 *
 * @throws {ValidationError} as `authorizeUrl`
 * @see https://developer.work.weixin.qq.com/document/path/91019
 */
export function qrLoginUrl(input: QrLoginUrlInput): string {
  refuse('qrLoginUrl', [...problems(input), ...agentProblems(input, true)]);
  const { corpId, redirectUri, state, agentId } = input;
  const query = queryOf({ appid: corpId, agentid: agentId, redirect_uri: redirectUri, state });
  return `https://open.work.weixin.qq.com/wwopen/sso/qrConnect?${query}`;
}

function queryOf(fields: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

function problems({ corpId, redirectUri, state = '' }: LoginInput): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (corpId === '') issues.push({ path: 'corpId', message: 'must not be empty' });
  if (!/^https?:\/\//.test(redirectUri)) {
    issues.push({ path: 'redirectUri', message: 'must begin with http:// or https://' });
  }
  if (Buffer.byteLength(state) > 128) issues.push({ path: 'state', message: 'must have at most 128 bytes' });
  return issues;
}

function agentProblems(
  { agentId }: { agentId?: number | string | undefined },
  isNeeded: boolean,
): ValidationIssue[] {
  const isMissing = agentId === undefined || agentId === '';
  return isMissing && isNeeded ? [{ path: 'agentId', message: 'must be given' }] : [];
}

function refuse(name: string, issues: readonly ValidationIssue[]): void {
  const [first] = issues;
  if (first !== undefined) throw new ValidationError(`${name}: ${first.path} ${first.message}`, { issues });
}
