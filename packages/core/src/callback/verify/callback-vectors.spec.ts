import { describe, expect, test } from 'vitest';
import { get, post, wecomLike } from '../../../test/support/genuine-callbacks.js';
import vectors from '../../../test/vectors/callback-crypto.json' with { type: 'json' };
import { ManualClock } from '../../testing/manual-clock.js';
import { openPacket, sealPacket } from './aes-packet.js';
import { CallbackGate } from './callback-gate.js';
import { aesKeyOf } from './encoding-aes-key.js';
import { isSignatureOf, signatureOf } from './signature.js';

const ciphers = [...vectors.decrypt, ...vectors.encrypt, ...vectors.synthetic].map((vector) => ({
  ...vector,
  title: 'id' in vector ? vector.id : vector.source,
}));

test.each(vectors.url_signature)('the signature of the $source', (vector) => {
  const { token, timestamp, nonce, encrypt } = vector;
  const values = [token, timestamp, nonce, ...(encrypt === undefined ? [] : [encrypt])];
  const published = vector.signature ?? vector.msg_signature ?? '';
  expect(signatureOf(values)).toBe(published);
  expect(isSignatureOf(values, published)).toBe(true);
  expect(isSignatureOf(values, published.toUpperCase())).toBe(false);
  expect(isSignatureOf(values, published.slice(1))).toBe(false);
  expect(isSignatureOf(values, `é${published.slice(2)}`)).toBe(false);
});

describe.each(ciphers)('$title', (vector) => {
  const key = aesKeyOf(vector.encoding_aes_key);

  test('F98, F110: opens, whatever the length of its padding and the last bits of its key', () => {
    const packet = openPacket(vector.encrypt, key);
    expect(packet?.message.toString()).toBe(vector.plaintext);
    expect(packet?.receiveId).toBe(vector.receive_id);
  });

  test('F100: sealing the same gives the same, byte by byte', () => {
    const packet = { message: Buffer.from(vector.plaintext), receiveId: vector.receive_id };
    expect(sealPacket(packet, key, Buffer.from(vector.random16))).toBe(vector.encrypt);
  });

  test('F103: is taken as the check of a WeCom address, and the answer is what it holds', () => {
    const { token, timestamp, nonce, msg_signature, encrypt } = vector;
    const gate = new CallbackGate(wecomLike, {
      token,
      encodingAesKeys: [vector.encoding_aes_key],
      mode: 'safe',
      receiveIds: [vector.receive_id],
      maxSkewMs: 300_000,
      maxBodyBytes: 262_144,
      clock: new ManualClock(Number(timestamp) * 1000),
    });
    expect(gate.checkUrl(get({ msg_signature, timestamp, nonce, echostr: encrypt }))).toBe(vector.plaintext);
    const body = `<xml><ToUserName><![CDATA[x]]></ToUserName><Encrypt>${encrypt}</Encrypt></xml>`;
    const request = post({ msg_signature, timestamp, nonce }, body);
    if (vector.plaintext.startsWith('<')) expect(gate.open(request).nonceKey).toBe(msg_signature);
    else expect(() => gate.open(request)).toThrow('neither XML nor JSON');
  });
});

test('F98: the vectors have paddings that a block of 16 does not', () => {
  expect(ciphers.map(({ pad_bytes }) => pad_bytes).filter((length) => length > 16)).toEqual([30, 19, 32, 19]);
});
