import { checkRecord, isBoolean, isOneOf } from '../options/checks.js';
import type { Platform } from '../platform.js';
import type { AccessToken } from './access-token.js';
import { accountFinder } from './account-finder.js';

export interface RevokeOptions {
  /** What calls with the revoked tokens get. Default 40001. */
  errcode?: 40001 | 40014 | 42001 | undefined;
  /**
   * True, the default: as when another system forced a refresh, the next unforced `stable_token` call gets a good token.
   * False: it keeps getting the dead one until a refresh is forced.
   */
  replaced?: boolean | undefined;
}

/** What happens to tokens behind the caller's back. */
export interface SimulatorTokens {
  /** Ends every token of the account at once. */
  revoke(appId: string, options?: RevokeOptions): void;
  /** Lets every token of the account expire now: calls with them get 42001. */
  expire(appId: string): void;
  /** The newest token that works. */
  current(appId: string): string | undefined;
  /** Every token of the account, oldest first. */
  issued(appId: string): readonly AccessToken[];
}

export function tokenControls(platform: () => Platform): SimulatorTokens {
  const accountOf = accountFinder(platform);
  const now = () => platform().clock.now();
  return {
    revoke(appId, options = {}) {
      checkRecord(options, 'revoke', { errcode: isOneOf(40001, 40014, 42001), replaced: isBoolean });
      const { errcode = 40001, replaced = true } = options;
      accountOf(appId).tokens.revoke(now(), errcode, replaced);
    },
    expire: (appId) => accountOf(appId).tokens.expire(now()),
    current: (appId) => accountOf(appId).tokens.current(now())?.value,
    issued: (appId) => platform().tokenIndex.of(accountOf(appId).appId),
  };
}
