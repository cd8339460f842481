import { AccessToken } from '../accounts/access-token.js';
import type { TokenIndex } from '../accounts/token-index.js';

/** The token of one corp and secret: the same one again while it works. */
export class AgentTokens {
  readonly #corpId: string;
  readonly #agentId: number;
  readonly #index: TokenIndex;
  readonly #lifetimeMs: number;
  #token: AccessToken | undefined;

  constructor(corpId: string, agentId: number, index: TokenIndex, lifetimeMs = 7_200_000) {
    this.#corpId = corpId;
    this.#agentId = agentId;
    this.#index = index;
    this.#lifetimeMs = lifetimeMs;
  }

  fetch(nowMs: number): AccessToken {
    const token = this.#token;
    return token !== undefined && nowMs < token.expiresAt ? token : this.#issue(nowMs);
  }

  /**
   * The platform may end a token early. With `replaced` whoever asks next gets another one; without it, the dead one until
   * its life is over.
   */
  revoke(nowMs: number, errcode: number, replaced: boolean): void {
    for (const token of this.all()) token.endAt(nowMs, errcode);
    if (replaced) this.#token = undefined;
  }

  expire(nowMs: number): void {
    for (const token of this.all()) token.expireAt(nowMs);
  }

  all(): AccessToken[] {
    return this.#index.of(this.#corpId).filter((token) => token.agentId === this.#agentId);
  }

  #issue(nowMs: number): AccessToken {
    this.#token = new AccessToken(this.#corpId, 'corp', nowMs, this.#lifetimeMs, this.#agentId);
    this.#index.add(this.#token);
    return this.#token;
  }
}
