import { randomBytes } from 'node:crypto';
import { type CallbackContent, writeContent } from './callback-content.js';
import type { CallbackFormat, CallbackMode } from './callback-settings.js';
import type { CallbackTarget } from './callback-target.js';
import { sealPacket, signatureOf } from './packet.js';

/** How one push is made, where it is not as the target says. */
export interface RequestForm {
  readonly mode: CallbackMode;
  readonly format: CallbackFormat;
  readonly url: string;
  /** Epoch seconds, as signed. */
  readonly timestamp: string;
  readonly nonce: string;
}

export interface OutgoingCallback {
  /** With the signatures. */
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

export function newNonce(): string {
  return randomBytes(8).toString('hex');
}

/** Signs a push and encrypts it as the mode demands. */
export function callbackRequest(
  content: CallbackContent,
  target: CallbackTarget,
  form: RequestForm,
): OutgoingCallback {
  const { timestamp, nonce, mode, format } = form;
  const plain = writeContent(content, format);
  const encrypt = mode === 'plain' ? undefined : encrypted(plain, target);
  const body = bodyOf(content, target, { plain, encrypt, form });
  const query = new URLSearchParams();
  if (target.family === 'app') query.set('signature', signatureOf(target.settings.token, timestamp, nonce));
  if (encrypt !== undefined)
    query.set('msg_signature', signatureOf(target.settings.token, timestamp, nonce, encrypt));
  query.set('timestamp', timestamp);
  query.set('nonce', nonce);
  if (target.family === 'app') addOpenid(query, content, encrypt !== undefined);
  return {
    url: withQuery(form.url, query),
    body,
    contentType: format === 'xml' ? 'text/xml' : 'application/json',
  };
}

/** The GET by which the platform asks whether the address is the account's own; the answer must be `echo`. */
export function urlCheckRequest(target: CallbackTarget, timestamp: string): { url: string; echo: string } {
  const echo = String(BigInt(`0x${randomBytes(7).toString('hex')}`));
  const nonce = newNonce();
  const { token, url } = target.settings;
  const query = new URLSearchParams({ timestamp, nonce });
  if (target.family === 'app') {
    query.set('signature', signatureOf(token, timestamp, nonce));
    query.set('echostr', echo);
  } else {
    const echostr = encrypted(echo, target);
    query.set('msg_signature', signatureOf(token, timestamp, nonce, echostr));
    query.set('echostr', echostr);
  }
  return { url: withQuery(url, query), echo };
}

function addOpenid(query: URLSearchParams, { FromUserName }: CallbackContent, isEncrypted: boolean): void {
  query.set('openid', String(FromUserName ?? ''));
  if (isEncrypted) query.set('encrypt_type', 'aes');
}

function encrypted(text: string, { settings, receiveId }: CallbackTarget): string {
  return sealPacket({ text, receiveId }, settings.encodingAesKey ?? '');
}

interface BodyParts {
  readonly plain: string;
  readonly encrypt: string | undefined;
  readonly form: RequestForm;
}

function bodyOf(
  content: CallbackContent,
  { family }: CallbackTarget,
  { plain, encrypt, form }: BodyParts,
): string {
  if (encrypt === undefined) return plain;
  const { ToUserName, AgentID } = content;
  if (form.mode === 'compatible') return writeContent({ ...content, Encrypt: encrypt }, form.format);
  const agent = family === 'corp' ? { AgentID: AgentID === undefined ? '' : String(AgentID) } : {};
  return writeContent({ ToUserName: String(ToUserName), ...agent, Encrypt: encrypt }, form.format);
}

function withQuery(url: string, query: URLSearchParams): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
