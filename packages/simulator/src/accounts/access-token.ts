import { randomBytes } from 'node:crypto';

export type TokenKind = 'classic' | 'stable' | 'corp';

/** Those of WeCom have no mark. */
const PREFIX: Readonly<Record<TokenKind, string>> = { classic: '80_', stable: '90_', corp: '' };

/** One access token that was given out. It works until it expires or until something ends it, whichever comes first. */
export class AccessToken {
  readonly value: string;
  /** The account, or the corp. */
  readonly appId: string;
  readonly kind: TokenKind;
  /** The app of WeCom that it belongs to. */
  readonly agentId: number | undefined;
  readonly issuedAt: number;
  #expiresAt: number;
  #ends: { readonly at: number; readonly errcode: number } | undefined;

  constructor(appId: string, kind: TokenKind, issuedAt: number, lifetimeMs: number, agentId?: number) {
    this.appId = appId;
    this.kind = kind;
    this.agentId = agentId;
    this.issuedAt = issuedAt;
    this.#expiresAt = issuedAt + lifetimeMs;
    this.value = `${PREFIX[kind]}${randomBytes(96).toString('base64url')}`;
  }

  get expiresAt(): number {
    return this.#expiresAt;
  }

  /** The errcode that a call with this token gets, undefined while the token works. */
  refusalAt(nowMs: number): number | undefined {
    if (this.#ends !== undefined && nowMs >= this.#ends.at) return this.#ends.errcode;
    return nowMs >= this.#expiresAt ? 42001 : undefined;
  }

  /** Ends the token early. An earlier end that was set before stays. */
  endAt(atMs: number, errcode = 40001): void {
    if (this.#ends === undefined || atMs < this.#ends.at) this.#ends = { at: atMs, errcode };
  }

  expireAt(atMs: number): void {
    this.#expiresAt = Math.min(this.#expiresAt, atMs);
  }
}
