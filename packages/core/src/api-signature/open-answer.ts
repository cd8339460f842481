import { z } from 'zod';
import { parseLossless } from '../transport/lossless-json.js';
import type { ReceivedAnswer } from '../transport/transport.js';
import type { BodyCipher } from './body-cipher.js';
import { additionalData, type SignedPlace, signedText } from './signed-text.js';
import type { AnswerVerifier } from './signing-keys.js';

export interface AnswerSeal {
  readonly cipher: BodyCipher;
  readonly verifier: AnswerVerifier;
  readonly maxSkewMs: number;
}

/**
 * - `opened`: the platform's own words. `isOldCertificate`: signed with the certificate that is being replaced
 * - `as-is`: the platform did not get as far as the signature, and says why without one
 * - `refused`: nobody proves that the platform said this
 */
export type OpenedAnswer =
  | { readonly type: 'opened'; readonly body: Uint8Array; readonly isOldCertificate: boolean }
  | { readonly type: 'as-is' }
  | { readonly type: 'refused'; readonly why: string };

const sealedBody = z.object({ iv: z.string(), data: z.string(), authtag: z.string() });

/** Checks who answered, then decrypts. @param place of the request; the answer brings a timestamp of its own */
export function openAnswer(
  seal: AnswerSeal,
  answer: ReceivedAnswer,
  place: Omit<SignedPlace, 'timestamp'>,
  nowMs: number,
): OpenedAnswer {
  const { headers } = answer;
  if (headers['wechatmp-signature'] === undefined) return withoutSignature(answer);
  const timestamp = Number(headers['wechatmp-timestamp']);
  if (headers['wechatmp-appid'] !== place.appId) return refused('it is signed for another account');
  if (!(Math.abs(timestamp * 1000 - nowMs) <= seal.maxSkewMs)) {
    return refused(`its time is more than ${seal.maxSkewMs} ms from ours; set the clock of this host`);
  }
  const signature = signatureFor(seal.verifier, headers);
  if (signature === undefined) return refused('it is signed with a platform certificate of another number');
  const text = Buffer.from(answer.body).toString('utf8');
  const at = { ...place, timestamp };
  if (!isVerified(seal.verifier, signedText(at, text), signature.value))
    return refused('its signature is wrong');
  const plain = decrypted(seal.cipher, text, at);
  if (plain === undefined)
    return refused('it cannot be decrypted; compare the number and the key of `encryption`');
  return contentOf(plain, at, signature.isOld);
}

/** Only an error may come without a signature: a success that nobody signed may be anybody's. */
function withoutSignature({ status, body }: ReceivedAnswer): OpenedAnswer {
  if (status < 200 || status >= 300) return { type: 'as-is' };
  const errcode = errcodeOf(body);
  return errcode === undefined || errcode === 0 ? refused('it is not signed') : { type: 'as-is' };
}

function errcodeOf(body: Uint8Array): number | undefined {
  const value = parsed(Buffer.from(body).toString('utf8'));
  const errcode: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'errcode') : undefined;
  return typeof errcode === 'number' ? errcode : undefined;
}

/** While a certificate is being replaced, an answer carries the signatures of both. */
function signatureFor({ sn }: AnswerVerifier, headers: Readonly<Record<string, string>>) {
  const current = headers['wechatmp-signature'];
  if (headers['wechatmp-serial'] === sn && current !== undefined) return { value: current, isOld: false };
  const old = headers['wechatmp-signature-deprecated'];
  if (headers['wechatmp-serial-deprecated'] === sn && old !== undefined) return { value: old, isOld: true };
  return undefined;
}

function isVerified({ verify }: AnswerVerifier, text: Uint8Array, signature: string): boolean {
  try {
    return verify(text, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function decrypted(cipher: BodyCipher, text: string, place: SignedPlace): string | undefined {
  const sealed = sealedBody.safeParse(parsed(text)).data;
  if (sealed === undefined) return undefined;
  const [data, authtag, iv] = [sealed.data, sealed.authtag, sealed.iv].map((part) =>
    Buffer.from(part, 'base64'),
  );
  if (data === undefined || authtag === undefined || iv === undefined) return undefined;
  try {
    return Buffer.from(cipher.open({ data, authtag }, iv, additionalData(place, cipher.sn))).toString('utf8');
  } catch {
    return undefined;
  }
}

function contentOf(
  plain: string,
  { appId, timestamp }: SignedPlace,
  isOldCertificate: boolean,
): OpenedAnswer {
  const value = parsed(plain);
  if (typeof value !== 'object' || value === null) return refused('it holds no JSON object');
  const { _n, _appid, _timestamp, ...content } = value as Record<string, unknown>;
  if (_appid !== appId || Number(_timestamp) !== timestamp)
    return refused('it was moved from another answer');
  // Ids beyond 2^53 are text by now, as they would be after the reading to come.
  return { type: 'opened', body: Buffer.from(JSON.stringify(content)), isOldCertificate };
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

function refused(why: string): OpenedAnswer {
  return { type: 'refused', why };
}
