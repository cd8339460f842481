import { constants, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiSignatureShape } from '../src/api-signature/api-signature-options.js';
import { bodyCipherOf } from '../src/api-signature/body-cipher.js';
import { type AnswerSeal, openAnswer } from '../src/api-signature/open-answer.js';
import { sealRequest } from '../src/api-signature/seal-request.js';
import { additionalData, signedText } from '../src/api-signature/signed-text.js';
import { answerVerifierOf, requestSignerOf } from '../src/api-signature/signing-keys.js';
import type { ReceivedAnswer, TransportRequest } from '../src/transport/transport.js';

/** The worked example of the platform's guide. */
const vectors = JSON.parse(readFileSync(new URL('./vectors/api-signature.json', import.meta.url), 'utf8'));
const { url_path: urlPath, appid: appId, symmetric, request, response } = vectors;
const cipher = bodyCipherOf({ sn: symmetric.sn, key: symmetric.key_base64 });
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = requestSignerOf({ privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });

function outgoing(body: string, query: Record<string, string> = {}): TransportRequest {
  const text = { type: 'json', text: body } as const;
  return { method: 'POST', path: '/wxa/x', query, body: text, timeoutMs: 1000, connectRetries: 0 };
}

describe('sealing a request', () => {
  const place = { urlPath, appId, timestamp: request.timestamp };
  const { _n: padding, _appid, _timestamp, ...body } = JSON.parse(request.plaintext);
  const iv = Buffer.from(JSON.parse(request.body).iv, 'base64');
  const sealed = sealRequest({ cipher, signer }, outgoing(JSON.stringify(body)), place, { iv, padding });

  it("makes the body of the platform's example, to the letter", () => {
    expect(sealed.body).toEqual({ type: 'json', text: request.body });
    expect(additionalData(place, symmetric.sn).toString()).toBe(request.aad);
    expect(signedText(place, request.body).toString()).toBe(request.signed_string);
  });

  it('signs as the example does: its signature and ours verify over the same text, ours with a salt of 32 bytes', () => {
    const theirs = { key: createPublicKey(request.signer_public_key_pem), saltLength: 32 };
    const ours = { key: publicKey, saltLength: 32 };
    const text = signedText(place, request.body);
    const padded = { padding: constants.RSA_PKCS1_PSS_PADDING };
    const isGood = (key: typeof ours, signature: string) =>
      verify('sha256', text, { ...padded, ...key }, Buffer.from(signature, 'base64'));
    expect(isGood(theirs, request.signature)).toBe(true);
    expect(isGood(ours, sealed.headers?.['wechatmp-signature'] ?? '')).toBe(true);
    expect(sealed.headers).toMatchObject({
      'wechatmp-appid': appId,
      'wechatmp-timestamp': String(request.timestamp),
    });
  });

  it('moves the query into the body but for the access token, and leaves large numbers as they are', () => {
    const asked = outgoing('{"id":2000000000000000001}', { access_token: 'T', type: 'a&b' });
    const { query, body: written } = sealRequest({ cipher, signer }, asked, place);
    expect(query).toEqual({ access_token: 'T' });
    const { iv: ivText, data, authtag } = JSON.parse(written.type === 'json' ? written.text : '');
    const bytes = { data: Buffer.from(data, 'base64'), authtag: Buffer.from(authtag, 'base64') };
    const plain = cipher.open(bytes, Buffer.from(ivText, 'base64'), additionalData(place, symmetric.sn));
    expect(Buffer.from(plain).toString()).toMatch(
      /^\{"_n":"[\w-]{22,43}","_appid":"wx\w+","_timestamp":\d+,"type":"a&b","id":2000000000000000001\}$/,
    );
  });

  it('never makes the same body twice', () => {
    const bodies = Array.from(
      { length: 20 },
      () => sealRequest({ cipher, signer }, outgoing('{}'), place).body,
    );
    expect(new Set(bodies.map((made) => JSON.stringify(made))).size).toBe(20);
  });
});

describe('opening an answer', () => {
  const verifier = answerVerifierOf({ sn: response.wechatmp_serial, certificate: response.certificate_pem });
  const seal: AnswerSeal = { cipher, verifier, maxSkewMs: 300_000 };
  const nowMs = response.timestamp * 1000 + 1000;
  const headers: Record<string, string> = {
    'wechatmp-appid': appId,
    'wechatmp-timestamp': String(response.timestamp),
    'wechatmp-serial': response.wechatmp_serial,
    'wechatmp-signature': response.signature,
  };
  const answer = (more: Partial<ReceivedAnswer> = {}): ReceivedAnswer => ({
    type: 'response',
    status: 200,
    headers,
    body: Buffer.from(response.body),
    connectRetries: 0,
    ...more,
  });
  const open = (of: ReceivedAnswer, at = nowMs) => openAnswer(seal, of, { urlPath, appId }, at);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

  it("reads the platform's example, without the fields of the scheme", () => {
    const opened = open(answer());
    expect(opened).toMatchObject({ type: 'opened', isOldCertificate: false });
    const content = opened.type === 'opened' ? JSON.parse(Buffer.from(opened.body).toString()) : {};
    expect(content).toEqual({
      errcode: 0,
      errmsg: 'getuserriskrank succ',
      risk_rank: 0,
      unoin_id: 2258658297,
    });
  });

  it('takes the signature of the certificate that is being replaced, and says so', () => {
    const replaced = {
      ...headers,
      'wechatmp-serial': 'NEW',
      'wechatmp-signature': 'AAAA',
      'wechatmp-serial-deprecated': response.wechatmp_serial,
      'wechatmp-signature-deprecated': response.signature,
    };
    expect(open(answer({ headers: replaced }))).toMatchObject({ type: 'opened', isOldCertificate: true });
  });

  it.each([
    ['no signature', { headers: without('wechatmp-signature') }, 'not signed'],
    ['another account', { headers: { ...headers, 'wechatmp-appid': 'wxother' } }, 'another account'],
    ['another certificate', { headers: { ...headers, 'wechatmp-serial': 'OTHER' } }, 'another number'],
    [
      'another time',
      { headers: { ...headers, 'wechatmp-timestamp': String(response.timestamp + 1) } },
      'signature is wrong',
    ],
    ['no time', { headers: without('wechatmp-timestamp') }, 'clock'],
    ['a changed body', { body: Buffer.from(response.body.replace('HExs', 'HExt')) }, 'signature is wrong'],
    ['a plain success', { headers: {}, body: Buffer.from('{"errcode":0}') }, 'not signed'],
    ['no errcode and no signature', { headers: {}, body: Buffer.from('{}') }, 'not signed'],
  ])('refuses an answer with %s', (_, changed, why) => {
    expect(open(answer(changed))).toEqual({ type: 'refused', why: expect.stringContaining(why) });
  });

  it('refuses an answer whose time is too far from ours, either way', () => {
    expect(open(answer(), nowMs + 400_000)).toMatchObject({ type: 'refused' });
    expect(open(answer(), nowMs - 400_000)).toMatchObject({ type: 'refused' });
  });

  it('refuses what is signed and encrypted with another key, without a word of it', () => {
    const other = bodyCipherOf({ sn: symmetric.sn, key: Buffer.alloc(32, 1).toString('base64') });
    const opened = openAnswer({ ...seal, cipher: other }, answer(), { urlPath, appId }, nowMs);
    expect(opened).toEqual({ type: 'refused', why: expect.stringContaining('cannot be decrypted') });
  });

  it('lets errors through that come without a signature, and what a gateway says', () => {
    const body = Buffer.from('{"errcode":40234,"errmsg":"invalid signature"}');
    expect(open(answer({ headers: {}, body }))).toEqual({ type: 'as-is' });
    expect(open(answer({ headers: {}, status: 429, body: Buffer.from('<html>') }))).toEqual({
      type: 'as-is',
    });
  });
});

describe('the option apiSignature', () => {
  const good = {
    encryption: { sn: symmetric.sn, key: symmetric.key_base64 },
    signing: { privateKey: String(privateKey.export({ type: 'pkcs1', format: 'pem' })) },
    platform: { sn: response.wechatmp_serial, certificate: response.certificate_pem },
  };

  it('takes keys as the console gives them, and functions for what Node lacks', () => {
    const own = {
      encryption: { sn: '1', seal: () => undefined, open: () => undefined },
      signing: { sign: () => undefined },
      platform: { sn: '2', verify: () => true },
    };
    expect(apiSignatureShape.safeParse(good).success).toBe(true);
    expect(apiSignatureShape.safeParse(own).success).toBe(true);
  });

  it.each([
    ['a key of another length', { encryption: { sn: '1', key: 'c2hvcnQ=' } }],
    ['no number', { encryption: { sn: '', key: symmetric.key_base64 } }],
    ['a damaged private key', { signing: { privateKey: 'PEM' } }],
    [
      'a public key in the place of the private one',
      { signing: { privateKey: request.signer_public_key_pem } },
    ],
    ['a damaged certificate', { platform: { sn: '1', certificate: '-----BEGIN CERTIFICATE-----' } }],
  ])('refuses %s', (_, wrong) => {
    expect(apiSignatureShape.safeParse({ ...good, ...wrong }).success).toBe(false);
  });
});
