import { createHmac } from 'node:crypto';

/** Proof of a session key for the endpoints that ask for one: HMAC-SHA256 of nothing, with the key as its page shows it. */
export function sessionSignature(sessionKey: string): string {
  return createHmac('sha256', sessionKey).update('').digest('hex');
}

/** Whose session it is. */
export interface SessionOf {
  readonly openid: string;
  /** As `code2Session` gave it. Stays here: what leaves is a signature. */
  readonly session_key: string;
}

/** The fields that prove a session to the platform. */
export function sessionProofOf({ openid, session_key }: SessionOf) {
  return { openid, signature: sessionSignature(session_key), sig_method: 'hmac_sha256' } as const;
}
