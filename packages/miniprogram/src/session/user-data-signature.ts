import { createHash, timingSafeEqual } from 'node:crypto';

/** What the mini program got with user data, and what the server knows of the person. */
export interface SignedUserData {
  /** Letter by letter as the mini program got it. */
  readonly rawData: string;
  /** 40 hexadecimal digits, from the mini program. */
  readonly signature: string;
  /** Of the person's session. */
  readonly sessionKey: string;
}

/** Whether user data comes from WeChat. Takes the same time for any wrong signature. */
export function checkUserDataSignature({ rawData, signature, sessionKey }: SignedUserData): boolean {
  const expected = createHash('sha1').update(rawData).update(sessionKey).digest();
  // Text of another length, or with other letters, makes another length of bytes or other bytes.
  const given = createHash('sha256').update(String(signature)).digest();
  const wanted = createHash('sha256').update(expected.toString('hex')).digest();
  return timingSafeEqual(given, wanted);
}
