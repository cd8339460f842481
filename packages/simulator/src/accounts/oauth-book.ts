import { randomBytes } from 'node:crypto';

export const OAUTH_SCOPES = ['snsapi_base', 'snsapi_userinfo'] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];

const CODE_LIVES_MS = 300_000;
const USER_TOKEN_LIVES_MS = 7_200_000;
const REFRESH_TOKEN_LIVES_MS = 30 * 86_400_000;

export interface OauthGrant {
  readonly openid: string;
  readonly scope: OauthScope;
}

interface Lasting extends OauthGrant {
  readonly endsAt: number;
}

/** Codes, user tokens and refresh tokens of web authorisation. The user tokens have nothing to do with the account's access token. */
export class OauthBook {
  readonly #codes = new Map<string, Lasting | 'used'>();
  readonly #userTokens = new Map<string, Lasting>();
  readonly #refreshTokens = new Map<string, Lasting>();

  authorize(openid: string, scope: OauthScope, nowMs: number): string {
    return keep(this.#codes, { openid, scope, endsAt: nowMs + CODE_LIVES_MS });
  }

  /** Uses a code up. */
  redeem(code: string, nowMs: number): OauthGrant | 40029 | 40163 | 42003 {
    const grant = this.#codes.get(code);
    if (grant === undefined) return 40029;
    if (grant === 'used') return 40163;
    this.#codes.set(code, 'used');
    return nowMs < grant.endsAt ? grant : 42003;
  }

  findRefreshToken(token: string, nowMs: number): OauthGrant | 40030 | 42002 {
    const grant = this.#refreshTokens.get(token);
    if (grant === undefined) return 40030;
    return nowMs < grant.endsAt ? grant : 42002;
  }

  findUserToken(token: string, nowMs: number): OauthGrant | 40014 | 42001 {
    const grant = this.#userTokens.get(token);
    if (grant === undefined) return 40014;
    return nowMs < grant.endsAt ? grant : 42001;
  }

  issueUserToken({ openid, scope }: OauthGrant, nowMs: number): string {
    return keep(this.#userTokens, { openid, scope, endsAt: nowMs + USER_TOKEN_LIVES_MS });
  }

  issueRefreshToken({ openid, scope }: OauthGrant, nowMs: number): string {
    return keep(this.#refreshTokens, { openid, scope, endsAt: nowMs + REFRESH_TOKEN_LIVES_MS });
  }
}

function keep(where: Map<string, Lasting | 'used'> | Map<string, Lasting>, grant: Lasting): string {
  const key = randomBytes(24).toString('base64url');
  where.set(key, grant);
  return key;
}
