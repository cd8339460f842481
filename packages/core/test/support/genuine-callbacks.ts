import { createCipheriv, createHash } from 'node:crypto';
import type { CallbackMode } from '../../src/callback/callback-options.js';
import type { CallbackPlatform } from '../../src/callback/callback-platform.js';
import type { CallbackRequest } from '../../src/callback/callback-request.js';
import type { GateSettings } from '../../src/callback/verify/gate-settings.js';
import { ManualClock } from '../../src/testing/manual-clock.js';

/* What the platforms send, made from their documentation alone: nothing here uses what is tested. */

const catalog = { messages: {}, events: {}, commands: {} };
export const mpLike: CallbackPlatform = { name: 'wechat-mp', urlCheck: 'echo', alwaysSafe: false, catalog };
export const wecomLike: CallbackPlatform = { name: 'wecom', urlCheck: 'decrypt', alwaysSafe: true, catalog };

export const token = 'TESTTOKEN';
export const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
export const otherKey = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C';
export const receiveId = 'wx0000000000000001';
export const nowMs = Date.UTC(2026, 0, 1);
export const timestamp = String(nowMs / 1000);
export const nonce = '1514711492';

export function settingsOf(mode: CallbackMode, changes: Partial<GateSettings> = {}): GateSettings {
  return {
    token,
    encodingAesKeys: mode === 'plain' ? [] : [key],
    mode,
    receiveIds: [receiveId],
    maxSkewMs: 300_000,
    maxBodyBytes: 262_144,
    clock: new ManualClock(nowMs),
    ...changes,
  };
}

export function sign(...values: readonly string[]): string {
  const sorted = [...values].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return createHash('sha1').update(sorted.join('')).digest('hex');
}

/** Encrypts bytes as they are: the packet's own structure and padding are the caller's. */
export function encryptRaw(plain: Uint8Array, encodingAesKey = key): string {
  const secret = Buffer.from(`${encodingAesKey}=`, 'base64');
  const cipher = createCipheriv('aes-256-cbc', secret, secret.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
}

export interface PacketChanges {
  readonly encodingAesKey?: string;
  readonly receiveId?: string;
  /** Written as the message's length, instead of the true one. */
  readonly length?: number;
  readonly padding?: Uint8Array;
}

let packets = 0;

/** Stands for the 16 random bytes: another for each packet, the same in every run. */
function nextPrefix(): Buffer {
  packets += 1;
  return Buffer.from(`packet${packets}`.padEnd(16));
}

export function encrypt(message: string | Uint8Array, changes: PacketChanges = {}): string {
  const bytes = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(changes.length ?? bytes.length);
  const plain = Buffer.concat([nextPrefix(), length, bytes, Buffer.from(changes.receiveId ?? receiveId)]);
  const pad = 32 - (plain.length % 32);
  return encryptRaw(
    Buffer.concat([plain, changes.padding ?? Buffer.alloc(pad, pad)]),
    changes.encodingAesKey ?? key,
  );
}

export interface QueryChanges {
  readonly token?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
}

function signed(changes: QueryChanges) {
  const of = { token, timestamp, nonce, ...changes };
  return { ...of, values: [of.token, of.timestamp, of.nonce] };
}

export function post(query: Record<string, string>, body: string | Uint8Array): CallbackRequest {
  return { method: 'POST', url: `/wechat?${new URLSearchParams(query)}`, body: Buffer.from(body) };
}

export function plainPost(message: string | Uint8Array, changes: QueryChanges = {}): CallbackRequest {
  const of = signed(changes);
  const query = { signature: sign(...of.values), timestamp: of.timestamp, nonce: of.nonce, openid: 'o1' };
  return post(query, message);
}

/** Under an address that has both signatures, as Official Accounts and Mini Programs send. */
export function encryptedPost(encrypted: string, body: string, changes: QueryChanges = {}): CallbackRequest {
  const of = signed(changes);
  return post(
    {
      signature: sign(...of.values),
      timestamp: of.timestamp,
      nonce: of.nonce,
      openid: 'o1',
      encrypt_type: 'aes',
      msg_signature: sign(...of.values, encrypted),
    },
    body,
  );
}

/** As WeCom sends. */
export function wecomPost(encrypted: string, body: string, changes: QueryChanges = {}): CallbackRequest {
  const of = signed(changes);
  const query = {
    msg_signature: sign(...of.values, encrypted),
    timestamp: of.timestamp,
    nonce: of.nonce,
  };
  return post(query, body);
}

export function get(query: Record<string, string>): CallbackRequest {
  return { method: 'GET', url: `/wechat?${new URLSearchParams(query)}`, body: new Uint8Array() };
}

export const textXml =
  '<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[o1]]></FromUserName>' +
  `<CreateTime>${timestamp}</CreateTime><MsgType><![CDATA[text]]></MsgType>` +
  '<Content><![CDATA[测试😀]]></Content><MsgId>4561255354251345929</MsgId></xml>';
export const textJson =
  `{"ToUserName":"gh_1","FromUserName":"o1","CreateTime":${timestamp},"MsgType":"text",` +
  '"Content":"测试😀","MsgId":4561255354251345929}';
export const textContent = {
  ToUserName: 'gh_1',
  FromUserName: 'o1',
  CreateTime: timestamp,
  MsgType: 'text',
  Content: '测试😀',
  MsgId: '4561255354251345929',
};

export function xmlEnvelope(encrypted: string): string {
  return `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`;
}

export function jsonEnvelope(encrypted: string): string {
  return JSON.stringify({ ToUserName: 'gh_1', Encrypt: encrypted });
}

/** Both halves in one body, as the compatible mode has it. */
export function xmlBoth(message: string, encrypted: string): string {
  return message.replace('</xml>', `<Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`);
}
