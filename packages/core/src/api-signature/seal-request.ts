import { randomBytes, randomInt } from 'node:crypto';
import type { TransportRequest } from '../transport/transport.js';
import type { BodyCipher } from './body-cipher.js';
import { additionalData, type SignedPlace, signedText } from './signed-text.js';
import type { RequestSigner } from './signing-keys.js';

export interface RequestSeal {
  readonly cipher: BodyCipher;
  readonly signer: RequestSigner;
}

/** What is left to chance; given in tests. */
export interface SealChance {
  /** 12 bytes. */
  readonly iv: Uint8Array;
  /** Text of varying length, so that the length of a body says little. */
  readonly padding: string;
}

/**
 * A request as the platform wants it from accounts with the signature switched on: encrypted, then signed. What stood in
 * the query goes into the body, but for the access token.
 */
export function sealRequest(
  { cipher, signer }: RequestSeal,
  request: TransportRequest,
  place: SignedPlace,
  chance: SealChance = newChance(),
): TransportRequest {
  const { access_token, ...query } = request.query;
  const plain = plainText(
    query,
    request.body.type === 'json' ? request.body.text : '{}',
    place,
    chance.padding,
  );
  const { data, authtag } = cipher.seal(Buffer.from(plain), chance.iv, additionalData(place, cipher.sn));
  const text = JSON.stringify({ iv: base64(chance.iv), data: base64(data), authtag: base64(authtag) });
  return {
    ...request,
    query: access_token === undefined ? {} : { access_token },
    body: { type: 'json', text },
    headers: {
      'wechatmp-appid': place.appId,
      'wechatmp-timestamp': String(place.timestamp),
      'wechatmp-signature': base64(signer.sign(signedText(place, text))),
    },
  };
}

/** The body's own text is kept to the letter; three fields of the scheme and those of the query stand before it. */
function plainText(
  query: Readonly<Record<string, string>>,
  body: string,
  { appId, timestamp }: SignedPlace,
  padding: string,
): string {
  const before = JSON.stringify({ _n: padding, _appid: appId, _timestamp: timestamp, ...query });
  return body === '{}' ? before : `${before.slice(0, -1)},${body.slice(1)}`;
}

function newChance(): SealChance {
  return { iv: randomBytes(12), padding: randomBytes(randomInt(16, 33)).toString('base64url') };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
