import type { AccessToken } from './access-token.js';

/** Every access token ever given out, by its text. */
export class TokenIndex {
  readonly #tokens = new Map<string, AccessToken>();

  add(token: AccessToken): void {
    this.#tokens.set(token.value, token);
  }

  find(value: string): AccessToken | undefined {
    return this.#tokens.get(value);
  }

  of(appId: string): AccessToken[] {
    return [...this.#tokens.values()].filter((token) => token.appId === appId);
  }
}
