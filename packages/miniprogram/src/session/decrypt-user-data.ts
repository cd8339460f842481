import { createDecipheriv } from 'node:crypto';
import { parseLossless, ValidationError } from '@wetempo/core';

/** What the mini program got in encrypted form, and what opens it. */
export interface EncryptedUserData {
  /** Of the person's session, as `code2Session` gave it. */
  readonly sessionKey: string;
  readonly encryptedData: string;
  readonly iv: string;
  /** The mini program's own: data for another one is refused. */
  readonly appId: string;
}

/** Whose data it is, and of when. */
export interface UserDataWatermark {
  readonly appid: string;
  /** Seconds since 1970. */
  readonly timestamp?: number | undefined;
}

/**
 * What WeChat tells of a person, by the platform's own names; which of them are there depends on what was asked. Ids are
 * text.
 */
export interface UserData {
  readonly watermark: UserDataWatermark;
  readonly openId?: string | undefined;
  readonly unionId?: string | undefined;
  readonly nickName?: string | undefined;
  readonly avatarUrl?: string | undefined;
  readonly gender?: number | undefined;
  readonly language?: string | undefined;
  readonly city?: string | undefined;
  readonly province?: string | undefined;
  readonly country?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly purePhoneNumber?: string | undefined;
  readonly countryCode?: string | undefined;
  /** Of the chat that something was shared into. */
  readonly openGId?: string | undefined;
  readonly [field: string]: unknown;
}

const texts = ['openId', 'unionId', 'phoneNumber', 'purePhoneNumber', 'countryCode', 'openGId'] as const;

/**
 * Opens what `wx.getUserInfo`, `getPhoneNumber` and the like give in encrypted form (AES-128-CBC).
 *
 * @throws {ValidationError} with the path of the field: it cannot be opened with this session key, or was made for another
 * mini program. Never with the key or what was inside
 */
export function decryptUserData(encrypted: EncryptedUserData): UserData {
  const data = parseObject(decrypt(encrypted));
  const watermark: unknown = data.watermark;
  if (
    typeof watermark !== 'object' ||
    watermark === null ||
    Reflect.get(watermark, 'appid') !== encrypted.appId
  ) {
    throw refused('encryptedData', 'was not made for this mini program');
  }
  for (const name of texts) if (typeof data[name] === 'number') data[name] = String(data[name]);
  // The watermark was looked at, and every other field is optional; the platform decides what they hold.
  return data as UserData & Record<string, unknown>;
}

function decrypt({ sessionKey, encryptedData, iv }: EncryptedUserData): string {
  const key = bytesOf('sessionKey', sessionKey, 16);
  const start = bytesOf('iv', iv, 16);
  const secret = bytesOf('encryptedData', encryptedData);
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, start);
    const opened = Buffer.concat([decipher.update(secret), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(opened);
  } catch {
    throw unopened();
  }
}

function parseObject(text: string): Record<string, unknown> {
  let data: unknown;
  try {
    data = parseLossless(text);
  } catch {
    throw unopened();
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw unopened();
  return { ...data };
}

const base64 = /^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/;

function bytesOf(path: string, value: unknown, length?: number): Buffer {
  if (typeof value !== 'string' || value === '' || !base64.test(value)) throw refused(path, 'must be base64');
  const bytes = Buffer.from(value, 'base64');
  if (length !== undefined && bytes.byteLength !== length)
    throw refused(path, `must be ${length} bytes in base64`);
  return bytes;
}

function unopened(): ValidationError {
  return refused('encryptedData', 'cannot be opened with this session key');
}

function refused(path: string, message: string): ValidationError {
  return new ValidationError(`decryptUserData: ${path}: ${message}`, {
    issues: [{ path, message }],
    hint: 'A login ends the session key before it: log in first, then let the mini program ask for the data.',
  });
}
