import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  encrypt,
  encryptedPost,
  encryptRaw,
  get,
  jsonEnvelope,
  key,
  mpLike,
  nonce,
  nowMs,
  otherKey,
  plainPost,
  post,
  receiveId,
  settingsOf,
  sign,
  textContent,
  textJson,
  textXml,
  timestamp,
  token,
  wecomLike,
  wecomPost,
  xmlBoth,
  xmlEnvelope,
} from '../../../test/support/genuine-callbacks.js';
import { CallbackError, type CallbackRefusal } from '../../errors/errors.js';
import type { CallbackMode } from '../callback-options.js';
import type { CallbackRequest } from '../callback-request.js';
import { readContent } from '../content/read-content.js';
import { openPacket } from './aes-packet.js';
import { CallbackGate } from './callback-gate.js';
import { aesKeyOf } from './encoding-aes-key.js';
import type { GateSettings } from './gate-settings.js';
import { statusOf } from './refusal.js';

function mpGate(mode: CallbackMode, changes?: Partial<GateSettings>): CallbackGate {
  return new CallbackGate(mpLike, settingsOf(mode, changes));
}

function wecomGate(changes?: Partial<GateSettings>): CallbackGate {
  return new CallbackGate(wecomLike, settingsOf('safe', changes));
}

function refusalOf(act: () => unknown): CallbackError {
  try {
    act();
  } catch (error) {
    if (error instanceof CallbackError) return error;
    throw error;
  }
  throw new Error('it was let in');
}

function expectRefusal(act: () => unknown, reason: CallbackRefusal, status = 403): CallbackError {
  const error = refusalOf(act);
  expect({ reason: error.reason, status: statusOf(error) }).toEqual({ reason, status });
  return error;
}

/** With some values of the query changed, or left out where they are `undefined`. */
function withQuery(request: CallbackRequest, changes: Record<string, string | undefined>): CallbackRequest {
  const [path, query] = request.url.split('?');
  const values = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return { ...request, url: `${path}?${values}` };
}

describe('the check of the address', () => {
  const signature = sign(token, timestamp, nonce);

  test.each(['plain', 'compatible', 'safe'] as const)(
    'F103: an Official Account signs three values and gets echostr back, in %s mode',
    (mode) => {
      const request = get({ signature, timestamp, nonce, echostr: '123' });
      expect(mpGate(mode).checkUrl(request)).toBe('123');
      expectRefusal(
        () => mpGate(mode).checkUrl(withQuery(request, { signature: sign(token, timestamp, nonce, '123') })),
        'signature',
      );
    },
  );

  test('F103: a WeCom address signs four, and three are not enough', () => {
    const echostr = encrypt('5927782489442352469');
    const request = get({ msg_signature: sign(token, timestamp, nonce, echostr), timestamp, nonce, echostr });
    expect(wecomGate().checkUrl(request)).toBe('5927782489442352469');
    expectRefusal(() => wecomGate().checkUrl(withQuery(request, { msg_signature: signature })), 'signature');
    const halfSigned = withQuery(request, { msg_signature: undefined, signature });
    expectRefusal(() => wecomGate().checkUrl(halfSigned), 'signature');
  });

  const echostr = ciphertextWithPlus();
  const msgSignature = sign(token, timestamp, nonce, echostr);
  test.each([
    ['as the platform escapes it', encodeURIComponent(echostr)],
    ['not escaped', echostr],
    ['a blank', echostr.replaceAll('+', ' ')],
    ['an escaped blank', encodeURIComponent(echostr.replaceAll('+', ' '))],
  ])('F104: a + in echostr that came %s is a +', (_case, written) => {
    const query = `msg_signature=${msgSignature}&timestamp=${timestamp}&nonce=${nonce}&echostr=${written}`;
    const request = { method: 'GET', url: `https://example.com/wecom?${query}`, body: new Uint8Array() };
    expect(wecomGate().checkUrl(request)).toBe('9'.repeat(26));
  });

  test('F104: a signature over the damaged text is none', () => {
    const damaged = echostr.replaceAll('+', ' ');
    const query = { timestamp, nonce, echostr: damaged };
    const request = get({ ...query, msg_signature: sign(token, timestamp, nonce, damaged) });
    expectRefusal(() => wecomGate().checkUrl(request), 'signature');
  });

  test('nothing to echo, another method and an old time are refused', () => {
    const request = get({ signature, timestamp, nonce, echostr: '123' });
    expectRefusal(() => mpGate('plain').checkUrl(withQuery(request, { echostr: undefined })), 'request', 400);
    expectRefusal(() => mpGate('plain').checkUrl({ ...request, method: 'POST' }), 'request', 405);
    const old = String(Number(timestamp) - 301);
    const signedLongAgo = get({ signature: sign(token, old, nonce), timestamp: old, nonce, echostr: '1' });
    expectRefusal(() => mpGate('plain').checkUrl(signedLongAgo), 'stale');
  });
});

function ciphertextWithPlus(): string {
  for (;;) {
    const text = encrypt('9'.repeat(26));
    if (text.includes('+')) return text;
  }
}

describe('both formats in every mode', () => {
  const forms = [
    ['XML', textXml, xmlEnvelope],
    ['JSON', textJson, jsonEnvelope],
  ] as const;

  test.each(forms)('F108: a plain message as %s', (form, message) => {
    const opened = mpGate('plain').open(plainPost(message));
    expect(opened.content).toEqual(textContent);
    expect(opened.format).toBe(form.toLowerCase());
    expect(opened.seal('<xml/>').body).toBe('<xml/>');
  });

  test.each(forms)('F108: an encrypted message as %s, and its reply', (_form, message, envelope) => {
    for (const gate of [mpGate('safe'), mpGate('compatible'), wecomGate()]) {
      const encrypted = encrypt(message);
      const opened = gate.open(encryptedPost(encrypted, envelope(encrypted)));
      expect(opened.content).toEqual(textContent);
      expectSealed(opened.seal('<xml><Content><![CDATA[好😀]]></Content></xml>').body, key);
    }
  });

  test.each(['\ufeff', '\n\t ', '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n'])(
    'F108: after %j',
    (start) => {
      expect(mpGate('plain').open(plainPost(start + textXml)).content).toEqual(textContent);
      const encrypted = encrypt(start + textXml);
      const opened = mpGate('safe').open(encryptedPost(encrypted, start + xmlEnvelope(encrypted)));
      expect(opened.content).toEqual(textContent);
    },
  );

  test('the two halves may be of different formats; each reply speaks as it was spoken to', () => {
    const encrypted = encrypt(textXml);
    const opened = wecomGate().open(wecomPost(encrypted, jsonEnvelope(encrypted)));
    expect(opened.format).toBe('xml');
    expect(JSON.parse(opened.seal('x').body)).toMatchObject({ TimeStamp: Number(timestamp) });
  });

  test('in compatible mode the encrypted half is what counts', () => {
    const forged = textXml.replace('测试😀', 'forged');
    const encrypted = encrypt(textXml);
    const request = encryptedPost(encrypted, xmlBoth(forged, encrypted));
    expect(mpGate('compatible').open(request).content).toEqual(textContent);
    expectRefusal(() => mpGate('compatible').open(plainPost(textXml)), 'mode');
  });

  test('a smart robot writes small, and is answered so', () => {
    const encrypted = encrypt('{"msgid":"1","aibotid":"2"}', { receiveId: '' });
    const gate = wecomGate({ receiveIds: [''] });
    const opened = gate.open(wecomPost(encrypted, JSON.stringify({ encrypt: encrypted })));
    expect(opened.content).toEqual({ msgid: '1', aibotid: '2' });
    const answer = opened.seal('{"msgtype":"stream"}');
    const reply = JSON.parse(answer.body);
    expect(answer.contentType).toContain('json');
    expect(Object.keys(reply)).toEqual(['encrypt', 'msgsignature', 'timestamp', 'nonce']);
    expect(reply.msgsignature).toBe(sign(token, String(reply.timestamp), reply.nonce, reply.encrypt));
    expectRefusal(
      () => mpGate('safe').open(encryptedPost(encrypted, JSON.stringify({ encrypt: encrypted }))),
      'mode',
    );
  });
});

/** The reply is signed over its own values and holds its bytes whole, under the request's key and id. */
function expectSealed(body: string, encodingAesKey: string): void {
  const { content } = readContent(body);
  const { Encrypt, MsgSignature, TimeStamp, Nonce } = content as Record<string, string>;
  expect(MsgSignature).toBe(sign(token, TimeStamp ?? '', Nonce ?? '', Encrypt ?? ''));
  expect(TimeStamp).toBe(timestamp);
  const packet = openPacket(Encrypt ?? '', aesKeyOf(encodingAesKey));
  expect(packet?.message.toString()).toBe('<xml><Content><![CDATA[好😀]]></Content></xml>');
  expect(packet?.receiveId).toBe(receiveId);
}

describe('signatures', () => {
  const encrypted = encrypt(textXml);
  const genuine = encryptedPost(encrypted, xmlEnvelope(encrypted));
  const signature = sign(token, timestamp, nonce);
  const msgSignature = sign(token, timestamp, nonce, encrypted);

  test.each([
    ['exchanged', { signature: msgSignature, msg_signature: signature }],
    ['only that of the address', { msg_signature: undefined }],
    ['that of the address twice', { msg_signature: signature }],
    ['that of the body twice', { signature: msgSignature }],
    ['a wrong one beside a right one', { signature: sign('OTHER', timestamp, nonce) }],
    ['of another token', { msg_signature: sign('OTHER', timestamp, nonce, encrypted) }],
    ['empty', { msg_signature: '' }],
    ['in capitals', { msg_signature: msgSignature.toUpperCase() }],
    ['of another nonce', { nonce: '1514711493' }],
  ])('F105: %s: refused in every encrypted mode', (_case, changes) => {
    const request = withQuery(genuine, changes);
    expectRefusal(() => mpGate('safe').open(request), 'signature');
    const both = { ...request, body: Buffer.from(xmlBoth(textXml, encrypted)) };
    expectRefusal(() => mpGate('compatible').open(both), 'signature');
  });

  test('F105: the right pair passes', () => {
    expect(mpGate('safe').open(genuine).nonceKey).toBe(msgSignature);
  });

  test.each([
    ['JSON', jsonEnvelope],
    ['XML', xmlEnvelope],
  ])('F107: %s whose msg_signature is wrong is not opened', (_form, envelope) => {
    const request = encryptedPost(encrypted, envelope(encrypted));
    const wrong = withQuery(request, { msg_signature: sign('OTHER', timestamp, nonce, encrypted) });
    expectRefusal(() => mpGate('safe').open(wrong), 'signature');
    expectRefusal(() => wecomGate().open(wrong), 'signature');
    const elsewhere = { ...request, body: Buffer.from(envelope(encrypt(textXml))) };
    expectRefusal(() => mpGate('safe').open(elsewhere), 'signature');
  });

  test('timestamp and nonce exchanged keep the signature, and so the identity of the request', () => {
    const twin = String(Number(timestamp) + 1);
    const gate = mpGate('plain');
    const opened = gate.open(plainPost(textXml, { nonce: twin }));
    const exchanged = withQuery(plainPost(textXml, { nonce: twin }), { timestamp: twin, nonce: timestamp });
    expect(gate.open(exchanged).nonceKey).toBe(opened.nonceKey);
  });

  test('a timestamp with a zero taken from the nonce is none, though the signature holds', () => {
    const request = plainPost(textXml, { nonce: '0123450' });
    const moved = withQuery(request, { nonce: '012345', timestamp: `0${timestamp}` });
    expect(sign(token, `0${timestamp}`, '012345')).toBe(sign(token, timestamp, '0123450'));
    expectRefusal(() => mpGate('plain').open(moved), 'request', 400);
  });

  test('a nonce cannot take blocks of the ciphertext over, though the signature holds', () => {
    for (let tries = 0; tries < 1000; tries += 1) {
      const whole = encrypt(textXml);
      const [taken, rest] = [whole.slice(0, 64), whole.slice(64)];
      const short = whole.slice(0, 3);
      if (sign(token, timestamp, short, whole) !== sign(token, timestamp, short + taken, rest)) continue;
      const request = wecomPost(whole, xmlEnvelope(rest), { nonce: short });
      return expectRefusal(
        () => wecomGate().open(withQuery(request, { nonce: short + taken })),
        'request',
        400,
      );
    }
    throw new Error('no such cut was found');
  });
});

describe('the mode is what was set', () => {
  const encrypted = encrypt(textXml);

  test.each([
    ['XML', textXml],
    ['JSON', textJson],
  ])('F106: a plain message is refused in safe mode, as %s', (_form, message) => {
    for (const gate of [mpGate('safe'), mpGate('compatible'), wecomGate()])
      expectRefusal(() => gate.open(plainPost(message)), 'mode');
  });

  test.each(['raw', '', 'AES', 'none'])('F106: encrypt_type "%s" does not turn the check off', (type) => {
    const request = encryptedPost(encrypted, xmlEnvelope(encrypted));
    expectRefusal(() => mpGate('safe').open(withQuery(request, { encrypt_type: type })), 'mode');
    const plain = withQuery(plainPost(textXml), { encrypt_type: type });
    expectRefusal(() => mpGate('safe').open(plain), 'mode');
  });

  test('F106: what is plain and encrypted is not safe, and what is encrypted is not plain', () => {
    const both = encryptedPost(encrypted, xmlBoth(textXml, encrypted));
    expectRefusal(() => mpGate('safe').open(both), 'mode');
    expectRefusal(() => mpGate('plain').open(both), 'mode');
    const unnamed = withQuery(both, { encrypt_type: undefined });
    expectRefusal(() => mpGate('plain').open(unnamed), 'mode');
  });

  test('encrypt_type raw is plain', () => {
    const request = withQuery(plainPost(textXml), { encrypt_type: 'raw' });
    expect(mpGate('plain').open(request).content).toEqual(textContent);
  });
});

describe('time', () => {
  test.each([-300, 0, 300])('%i s from now is taken', (seconds) => {
    const at = String(Number(timestamp) + seconds);
    expect(mpGate('plain').open(plainPost(textXml, { timestamp: at })).content).toEqual(textContent);
  });

  test.each([-86_400, -301, 301, 86_400])('%i s from now is refused', (seconds) => {
    const at = String(Number(timestamp) + seconds);
    expectRefusal(() => mpGate('plain').open(plainPost(textXml, { timestamp: at })), 'stale');
    const encrypted = encrypt(textXml);
    const request = wecomPost(encrypted, xmlEnvelope(encrypted), { timestamp: at });
    expectRefusal(() => wecomGate().open(request), 'stale');
  });

  test.each(['', '1e9', '-1', ' 1767225600', '1767225600.0', '0x69', 'NaN', '1767225600000000'])(
    'the time %j is none',
    (at) => {
      const error = refusalOf(() => mpGate('plain').open(plainPost(textXml, { timestamp: at })));
      expect(error.reason).toBe('request');
    },
  );
});

describe('receive ids', () => {
  const own = ['wwcorp00000001', 'wwsuite0000001'];
  test.each([
    ['the corp', 'wwcorp00000001', own],
    ['the suite', 'wwsuite0000001', own],
    ['nobody, where that was set', '', [...own, '']],
  ])('F101: what is meant for %s is taken', (_whom, id, receiveIds) => {
    const encrypted = encrypt(textXml, { receiveId: id });
    const opened = wecomGate({ receiveIds }).open(wecomPost(encrypted, xmlEnvelope(encrypted)));
    expect(opened.content).toEqual(textContent);
    const reply = readContent(opened.seal('{}').body).content.Encrypt as string;
    expect(openPacket(reply, aesKeyOf(key))?.receiveId).toBe(id);
  });

  test.each(['', 'wwcorp0000000', 'wwcorp000000012', 'WWCORP00000001', 'wpencryptedcorpid'])(
    'F101: what is meant for %j is refused, and the error names both',
    (id) => {
      const encrypted = encrypt(textXml, { receiveId: id });
      const gate = wecomGate({ receiveIds: own });
      const error = expectRefusal(
        () => gate.open(wecomPost(encrypted, xmlEnvelope(encrypted))),
        'receive-id',
      );
      expect(error.message).toContain(`Meant for ${JSON.stringify(id)}`);
      expect(error.message).toContain('expected "wwcorp00000001" or "wwsuite0000001"');
    },
  );

  test('an id that is none is not repeated', () => {
    const encrypted = encrypt(textXml, { receiveId: '\n[error] forged line' });
    const error = refusalOf(() => wecomGate().open(wecomPost(encrypted, xmlEnvelope(encrypted))));
    expect(error.message).not.toContain('forged');
  });
});

describe('keys and packets', () => {
  function openWith(encrypted: string, changes: Partial<GateSettings> = {}) {
    return wecomGate(changes).open(wecomPost(encrypted, xmlEnvelope(encrypted)));
  }

  test('while the key is changed, the old one opens as well, and seals the reply', () => {
    const encodingAesKeys = [otherKey, key];
    const old = openWith(encrypt(textXml), { encodingAesKeys });
    expectSealed(old.seal('<xml><Content><![CDATA[好😀]]></Content></xml>').body, key);
    const renewed = openWith(encrypt(textXml, { encodingAesKey: otherKey }), { encodingAesKeys });
    expectSealed(renewed.seal('<xml><Content><![CDATA[好😀]]></Content></xml>').body, otherKey);
  });

  test('F112: a wrong key is a refusal that says so, and shows nothing of what came out', () => {
    for (let round = 0; round < 300; round += 1) {
      const error = refusalOf(() => openWith(encrypt(textXml, { encodingAesKey: otherKey })));
      expect(['decryption', 'receive-id']).toContain(error.reason);
      expect(inspect(error)).not.toMatch(/-?\d{7,}.*>|\ufffd|<xml>/);
    }
  });

  test.each([
    ['longer than what is there', { length: 4096 }],
    ['of 4 GB', { length: 0xffff_ffff }],
    ['negative where it is read with a sign', { length: 0x8000_0000 }],
  ])('F112: a length %s', (_case, changes) => {
    expectRefusal(() => openWith(encrypt(textXml, changes)), 'decryption');
  });

  test('F112: a length that is too short gives another receiver, and one that takes the receiver gives none', () => {
    const bytes = Buffer.byteLength(textXml);
    expectRefusal(() => openWith(encrypt(textXml, { length: bytes - 6 })), 'receive-id');
    expectRefusal(() => openWith(encrypt(textXml, { length: bytes + receiveId.length })), 'receive-id');
  });

  test.each([
    ['0', [0]],
    ['33', Array(33).fill(33)],
    ['255', Array(255).fill(255)],
    ['of which one byte is another', [...Array(30).fill(32), 31, 32]],
    ['that has one byte only', [7]],
  ])('F98: a padding of %s is refused', (_case, pad) => {
    const head = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, 0, 0, 1]),
      Buffer.from('x'),
      Buffer.from(receiveId),
    ]);
    const fill = (32 - ((head.length + pad.length) % 32)) % 32;
    const plain = Buffer.concat([head, Buffer.alloc(fill, 0x61), Buffer.from(pad)]);
    expectRefusal(() => openWith(encryptRaw(plain)), 'decryption');
  });

  test.each(Array.from({ length: 32 }, (_, index) => index + 1))('F98: a padding of %i is taken', (pad) => {
    const content = 'x'.repeat(64 - pad);
    const message = `<xml><Content>${content}</Content></xml>`;
    const opened = openWith(encrypt(message));
    expect(opened.content).toEqual({ Content: content });
    const reply = opened.seal('y'.repeat(pad)).body;
    const sealed = readContent(reply).content.Encrypt as string;
    expect(openPacket(sealed, aesKeyOf(key))?.message.toString()).toBe('y'.repeat(pad));
  });

  test.each(['AAAA', 'A', '====', '!!!!', 'QUJD REVG', 'A'.repeat(43)])(
    'what is no packet: %j',
    (encrypted) => {
      expectRefusal(() => openWith(encrypted), 'decryption');
    },
  );
});

describe('requests that are none', () => {
  const plain = plainPost(textXml);

  test.each(['timestamp', 'nonce'])('without %s', (name) => {
    expectRefusal(() => mpGate('plain').open(withQuery(plain, { [name]: undefined })), 'request', 400);
  });

  test('without a signature', () => {
    expectRefusal(() => mpGate('plain').open(withQuery(plain, { signature: undefined })), 'signature');
  });

  test.each(['signature', 'timestamp', 'nonce', '%74imestamp'])('%s twice', (name) => {
    const request = { ...plain, url: `${plain.url}&${name}=1` };
    expectRefusal(() => mpGate('plain').open(request), 'request', 400);
  });

  test.each(['', '/', '/wechat', '?', '/wechat?&&&=', '/wechat?timestamp', '/?nonce=%E0%A4%A', '/?%=1'])(
    'at %j',
    (url) => {
      expectRefusal(() => mpGate('plain').open({ ...plain, url }), 'request', 400);
      expectRefusal(() => wecomGate().checkUrl({ ...plain, method: 'GET', url }), 'request', 400);
    },
  );

  test('with a very long address', () => {
    const request = { ...plain, url: `${plain.url}&x=${'a'.repeat(9000)}` };
    expectRefusal(() => mpGate('plain').open(request), 'request', 400);
  });

  test.each(['PUT', 'get', '\u001b[31m'])('of the method %j', (method) => {
    const error = expectRefusal(() => mpGate('plain').open({ ...plain, method }), 'request', 405);
    expect(error.message).not.toContain('\u001b');
  });

  test.each([
    ['text', 'x'],
    ['nothing', undefined],
    ['an object', {}],
  ])('whose body is %s', (_what, body) => {
    // A JavaScript caller is told by no compiler.
    const request = { ...plain, body } as unknown as CallbackRequest;
    expectRefusal(() => mpGate('plain').open(request), 'request', 400);
  });

  test('longer than the limit, before anything is read', () => {
    const body = Buffer.alloc(262_145, '<');
    expectRefusal(() => mpGate('plain').open({ ...plain, url: '/', body }), 'too-large', 413);
  });

  test.each(['', ' ', 'success', '[]', '"x"', '<xml/>', '<xml>text</xml>', '{"Encrypt":1', '<xml><Encrypt>'])(
    'whose body is %j',
    (body) => {
      expectRefusal(() => mpGate('plain').open(plainPost(body)), 'content', 400);
      expectRefusal(() => wecomGate().open(wecomPost('x', body)), 'content', 400);
    },
  );

  test.each([
    '<xml><Encrypt>a</Encrypt><Encrypt>a</Encrypt></xml>',
    '<xml><Encrypt><a>1</a></Encrypt></xml>',
    '<xml><Encrypt></Encrypt></xml>',
    '{"Encrypt":["a"]}',
    '{"Encrypt":null}',
    '{"Encrypt":"a","encrypt":"a"}',
  ])('whose envelope is %s', (body) => {
    expectRefusal(() => wecomGate().open(wecomPost('a', body)), 'content', 400);
  });
});

test('nothing secret in any error', () => {
  const secretText = '<xml><Content>SECRET_TEXT';
  const encrypted = encrypt(secretText);
  const errors = [
    refusalOf(() => wecomGate().open(wecomPost(encrypted, xmlEnvelope(encrypted)))),
    refusalOf(() => mpGate('plain').open(plainPost(secretText))),
    refusalOf(() => mpGate('plain').open(plainPost('{"Content":"SECRET_TEXT'))),
    refusalOf(() => wecomGate().open(wecomPost(encrypted, xmlEnvelope(encrypted), { token: 'SECRET' }))),
    refusalOf(() => wecomGate({ receiveIds: ['ww1'] }).open(wecomPost(encrypted, xmlEnvelope(encrypted)))),
    refusalOf(() => mpGate('safe').open(post({ signature: 'x', timestamp, nonce }, textXml))),
  ];
  for (const error of errors) {
    const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + error.stack;
    for (const secret of ['SECRET_TEXT', token, key, sign(token, timestamp, nonce), encrypted])
      expect(shown).not.toContain(secret);
  }
  expect(inspect(wecomGate(), { depth: 10, showHidden: true })).not.toContain(key);
});

test('the digest is that of the verified bytes, and the content is the platform’s own form', () => {
  const encrypted = encrypt(textXml);
  const inSafe = mpGate('safe').open(encryptedPost(encrypted, xmlEnvelope(encrypted)));
  const inPlain = mpGate('plain').open(plainPost(textXml));
  expect(inSafe.bodyDigest).toBe(inPlain.bodyDigest);
  expect(mpGate('plain').open(plainPost(`${textXml} `)).bodyDigest).not.toBe(inPlain.bodyDigest);
  const platform = { ...mpLike, normalise: () => ({ own: 'form' }) };
  const gate = new CallbackGate(platform, settingsOf('plain'));
  expect(gate.open(plainPost(textXml)).content).toEqual({ own: 'form' });
  expect(nowMs).toBe(Number(timestamp) * 1000);
});
