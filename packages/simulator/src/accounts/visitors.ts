import { createHmac, randomBytes } from 'node:crypto';
import { FixedWindow } from '../limits/fixed-window.js';
import { SingleUseCodes } from './single-use-codes.js';

const CODE_LIVES_MS = 300_000;
const MINUTE_MS = 60_000;
const LOGINS_PER_MINUTE = 100;
/** How long after a visit texts of a user can be checked. */
const ACTIVE_MS = 2 * 3_600_000;

/** Whom a phone code leads to. */
export interface SharedPhone {
  readonly openid: string;
  readonly phoneNumber: string;
}

/** The users of one Mini Program, their codes and session keys. */
export class Visitors {
  readonly logins = new SingleUseCodes<string>(CODE_LIVES_MS);
  readonly phones = new SingleUseCodes<SharedPhone>(CODE_LIVES_MS);
  readonly #sessionKeys = new Map<string, string>();
  readonly #visitedAt = new Map<string, number>();
  readonly #loginWindows = new Map<string, FixedWindow>();

  visit(openid: string, nowMs: number): void {
    this.#visitedAt.set(openid, nowMs);
  }

  isActive(openid: string, nowMs: number): boolean {
    return nowMs - (this.#visitedAt.get(openid) ?? Number.NEGATIVE_INFINITY) <= ACTIVE_MS;
  }

  /** Whether the user's logins of this minute are not used up; one more is then counted. */
  takeLogin(openid: string, nowMs: number): boolean {
    const window = this.#loginWindows.get(openid) ?? new FixedWindow(LOGINS_PER_MINUTE, MINUTE_MS);
    this.#loginWindows.set(openid, window);
    return window.take(nowMs) === 0;
  }

  newSessionKey(openid: string): string {
    const sessionKey = randomBytes(16).toString('base64');
    this.#sessionKeys.set(openid, sessionKey);
    return sessionKey;
  }

  /** Whether this signs an empty text with the user's session key. */
  isSignature(openid: string, signature: string): boolean {
    const sessionKey = this.#sessionKeys.get(openid);
    return (
      sessionKey !== undefined && signature === createHmac('sha256', sessionKey).update('').digest('hex')
    );
  }
}

/** Made from the openid, so that one user has the same in every answer. */
export function unionidOf(openid: string): string {
  return `oU${openid.slice(2)}`;
}
