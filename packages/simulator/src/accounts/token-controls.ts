import { checkRecord, isBoolean, isOneOf } from '../options/checks.js';
import type { Platform } from '../platform.js';
import type { AccessToken } from './access-token.js';
import { accountFinder, agentsOf } from './account-finder.js';

export interface RevokeOptions {
  /** What calls with the revoked tokens get. Default 40001; in WeCom 40014. */
  errcode?: 40001 | 40014 | 42001 | undefined;
  /**
   * True, the default: as when another system forced a refresh, the next unforced `stable_token` call gets a good token.
   * False: it keeps getting the dead one until a refresh is forced.
   */
  replaced?: boolean | undefined;
  /** In WeCom: of this app alone. Default: of every app of the corp. */
  agentId?: number | undefined;
}

/** What happens to tokens behind the caller's back. A corp is named by its corpId. */
export interface SimulatorTokens {
  /** Ends every token of the account at once. */
  revoke(appId: string, options?: RevokeOptions): void;
  /** Lets every token of the account expire now: calls with them get 42001. */
  expire(appId: string, agentId?: number): void;
  /** The newest token that works. */
  current(appId: string, agentId?: number): string | undefined;
  /** Every token of the account, oldest first. */
  issued(appId: string, agentId?: number): readonly AccessToken[];
}

/** What can be done to the tokens of an account or of one app. */
interface TokenHolder {
  revoke(nowMs: number, errcode: number, replaced: boolean): void;
  expire(nowMs: number): void;
}

export function tokenControls(platform: () => Platform): SimulatorTokens {
  const now = () => platform().clock.now();
  const holdersOf = (appId: string, agentId: number | undefined): readonly TokenHolder[] => {
    const corp = platform().findCorp(appId);
    if (corp === undefined) return [accountFinder(platform)(appId).tokens];
    return agentsOf(corp, agentId).map(({ tokens }) => tokens);
  };
  const issued = (appId: string, agentId?: number): readonly AccessToken[] => {
    holdersOf(appId, agentId);
    const tokens = platform().tokenIndex.of(appId);
    return agentId === undefined ? tokens : tokens.filter((token) => token.agentId === agentId);
  };
  return {
    revoke(appId, options = {}) {
      checkRecord(options, 'revoke', {
        errcode: isOneOf(40001, 40014, 42001),
        replaced: isBoolean,
        agentId: () => undefined,
      });
      const usual = platform().findCorp(appId) === undefined ? 40001 : 40014;
      const { errcode = usual, replaced = true, agentId } = options;
      for (const holder of holdersOf(appId, agentId)) holder.revoke(now(), errcode, replaced);
    },
    expire(appId, agentId) {
      for (const holder of holdersOf(appId, agentId)) holder.expire(now());
    },
    current: (appId, agentId) =>
      issued(appId, agentId).findLast((token) => token.refusalAt(now()) === undefined)?.value,
    issued,
  };
}
