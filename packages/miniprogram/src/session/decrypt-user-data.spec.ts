import { createCipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { isWechatErrorOf } from '@wetempo/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptUserData } from './index.js';

const [vector] = JSON.parse(
  readFileSync(new URL('../../test/vectors/encrypted-data.json', import.meta.url), 'utf8'),
);
const published = {
  sessionKey: vector.session_key,
  encryptedData: vector.encrypted_data,
  iv: vector.iv,
  appId: vector.appid,
};

const key = randomBytes(16);
const appId = 'wx0000000000000001';

function encrypted(text: string | Buffer) {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const encryptedData = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
  return { sessionKey: key.toString('base64'), encryptedData, iv: iv.toString('base64'), appId };
}

const watermark = { timestamp: 1_767_312_000, appid: appId };

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('encrypted user data', () => {
  it('is opened as the published example shows', () => {
    expect(decryptUserData(published)).toEqual(JSON.parse(vector.plaintext));
  });

  it('gives phone numbers, also where their country is a number', () => {
    const phone = { phoneNumber: '13800000000', purePhoneNumber: '13800000000', countryCode: 86, watermark };
    expect(decryptUserData(encrypted(JSON.stringify(phone)))).toEqual({ ...phone, countryCode: '86' });
  });

  it('F54: keeps every digit of ids', () => {
    const text = `{"openGId":1234567890123456789,"other":9007199254740993,"watermark":${JSON.stringify(watermark)}}`;
    expect(decryptUserData(encrypted(text))).toMatchObject({
      openGId: '1234567890123456789',
      other: '9007199254740993',
    });
  });

  it('is refused where it was made for another mini program', () => {
    const error = errorOf(() => decryptUserData({ ...published, appId }));
    expect(error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'encryptedData' }] });
  });

  it.each([
    ['no watermark', '{"openId":"o1"}'],
    ['a watermark of nothing', '{"watermark":null}'],
    ['a list', '[1]'],
    ['a number', '5'],
    ['no JSON', 'openId'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('is refused with %s inside', (_, inside) => {
    expect(errorOf(() => decryptUserData(encrypted(inside)))).toMatchObject({ code: 'VALIDATION' });
  });

  it.each([
    ['sessionKey', 'c2hvcnQ='],
    ['sessionKey', undefined],
    ['iv', ''],
    ['iv', 'r7BXXKkLb8qrSNn05n0qiA'],
    ['encryptedData', '%%%'],
    ['encryptedData', 5],
  ])('names a wrong %s (%j)', (path, value) => {
    const error = errorOf(() => decryptUserData({ ...published, [path]: value }));
    expect(error).toMatchObject({ code: 'VALIDATION', issues: [{ path }] });
  });

  it('with one bit turned is refused or reads as another text, and never throws anything else', () => {
    const bytes = Buffer.from(published.encryptedData, 'base64');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const turned = Buffer.from(bytes);
        turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const end = errorOf(() =>
          decryptUserData({ ...published, encryptedData: turned.toString('base64') }),
        );
        if (end instanceof Error) expect(isWechatErrorOf(end, 'VALIDATION')).toBe(true);
      }),
    );
  });

  it('never leaves a key or what was inside in an error', () => {
    const data = encrypted('{"phoneNumber":"13800000000"}');
    const shown = inspect(
      errorOf(() => decryptUserData(data)),
      { depth: 9, showHidden: true },
    );
    expect(shown).not.toMatch(/13800000000/);
    for (const secret of [data.sessionKey, data.iv, data.encryptedData]) expect(shown).not.toContain(secret);
  });
});
