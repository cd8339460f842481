import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkUserDataSignature, sessionProofOf, sessionSignature } from './index.js';

const sessionKey = 'tiihtNczf5v6AKRyjwEUhQ==';
const rawData = '{"nickName":"张三","gender":1}';
const signature = createHash('sha1')
  .update(rawData + sessionKey, 'utf8')
  .digest('hex');

describe('the signature of user data', () => {
  it('is good for the data, the key and the signature that belong together', () => {
    expect(checkUserDataSignature({ rawData, signature, sessionKey })).toBe(true);
  });

  it.each([
    ['other data', { rawData: `${rawData} ` }],
    ['another key', { sessionKey: 'AAAAAAAAAAAAAAAAAAAAAA==' }],
    ['capital letters', { signature: signature.toUpperCase() }],
    ['a cut signature', { signature: signature.slice(1) }],
    ['no signature', { signature: '' }],
    ['something else in its place', { signature: undefined as unknown as string }],
  ])('is not good with %s', (_, change) => {
    expect(checkUserDataSignature({ rawData, signature, sessionKey, ...change })).toBe(false);
  });
});

describe('the proof of a session', () => {
  it('is the HMAC of nothing, and holds no key', () => {
    const expected = createHmac('sha256', sessionKey).update('').digest('hex');
    expect(sessionSignature(sessionKey)).toBe(expected);
    const proof = sessionProofOf({ openid: 'o1', session_key: sessionKey });
    expect(proof).toEqual({ openid: 'o1', signature: expected, sig_method: 'hmac_sha256' });
  });
});
