import { beijingDay } from '../clock/calendar.js';
import type { LimitOptions, TokenOptions } from '../options/options.js';
import { AccessToken, type TokenKind } from './access-token.js';
import type { TokenIndex } from './token-index.js';

/** The rules by which one account gets access tokens. The two token endpoints do not end each other's tokens. */
export class AccountTokens {
  readonly #appId: string;
  readonly #index: TokenIndex;
  readonly #lifetimeMs: number;
  readonly #overlapMs: number;
  readonly #forcedPerDay: number;
  readonly #forcedApartMs: number;
  #classic: AccessToken | undefined;
  #previousClassic: AccessToken | undefined;
  #stable: AccessToken | undefined;
  #lastForcedAt = Number.NEGATIVE_INFINITY;
  #forced = { day: 0, count: 0 };

  constructor(appId: string, index: TokenIndex, tokens: TokenOptions, limits: LimitOptions) {
    this.#appId = appId;
    this.#index = index;
    this.#lifetimeMs = tokens.lifetimeMs ?? 7_200_000;
    this.#overlapMs = tokens.overlapMs ?? 300_000;
    this.#forcedPerDay = limits.forcedRefreshPerDay ?? 20;
    this.#forcedApartMs = limits.forcedRefreshApartMs ?? 30_000;
  }

  /** `GET /cgi-bin/token`: each call makes a new token; the one before works for five more minutes, older ones do not. */
  fetchClassic(nowMs: number): AccessToken {
    this.#previousClassic?.endAt(nowMs);
    this.#classic?.endAt(nowMs + this.#overlapMs);
    this.#previousClassic = this.#classic;
    this.#classic = this.#issue('classic', nowMs);
    return this.#classic;
  }

  /** `POST /cgi-bin/stable_token` without force: the same token until its last five minutes, then a new one beside it. */
  fetchStable(nowMs: number): AccessToken {
    if (this.#stable === undefined || this.#stable.expiresAt - nowMs <= this.#overlapMs) {
      this.#stable = this.#issue('stable', nowMs);
    }
    return this.#stable;
  }

  /** `POST /cgi-bin/stable_token` with force: ends the token that is out, unless forced too often; then it is not forced. */
  forceStable(nowMs: number): AccessToken {
    if (!this.#takeForce(nowMs)) return this.fetchStable(nowMs);
    this.#stable?.endAt(nowMs);
    this.#stable = this.#issue('stable', nowMs);
    return this.#stable;
  }

  /**
   * Ends every token of the account. With `replaced` the platform already has another one for whoever asks, as when
   * another system forced a refresh; without it, unforced calls keep getting the dead stable token.
   */
  revoke(nowMs: number, errcode: number, replaced: boolean): void {
    for (const token of this.#index.of(this.#appId)) token.endAt(nowMs, errcode);
    if (replaced && this.#stable !== undefined) this.#stable = this.#issue('stable', nowMs);
  }

  /** Lets every token of the account reach the end of its life now. */
  expire(nowMs: number): void {
    for (const token of this.#index.of(this.#appId)) token.expireAt(nowMs);
  }

  /** The newest token that works. */
  current(nowMs: number): AccessToken | undefined {
    return this.#index.of(this.#appId).findLast((token) => token.refusalAt(nowMs) === undefined);
  }

  #issue(kind: TokenKind, nowMs: number): AccessToken {
    const token = new AccessToken(this.#appId, kind, nowMs, this.#lifetimeMs);
    this.#index.add(token);
    return token;
  }

  #takeForce(nowMs: number): boolean {
    const day = beijingDay(nowMs);
    if (this.#forced.day !== day) this.#forced = { day, count: 0 };
    if (nowMs - this.#lastForcedAt < this.#forcedApartMs || this.#forced.count >= this.#forcedPerDay)
      return false;
    this.#lastForcedAt = nowMs;
    this.#forced.count += 1;
    return true;
  }
}
