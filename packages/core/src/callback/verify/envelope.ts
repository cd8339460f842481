import type { CallbackFields, CallbackFormat } from '../callback-content.js';
import { writeContent } from '../content/write-content.js';
import { refusal } from './refusal.js';

/** The names of an envelope's fields. Smart robots of WeCom write theirs small, and read theirs so. */
export type EnvelopeSpelling = 'usual' | 'lower-case';

export interface Envelope {
  readonly encrypted: string;
  readonly spelling: EnvelopeSpelling;
  readonly format: CallbackFormat;
}

/**
 * `undefined` where nothing in the body is encrypted.
 *
 * @param mayBeLowerCase where smart robots call
 * @throws {CallbackError} `content` where it is no text, or there twice
 */
export function envelopeOf(
  body: CallbackFields,
  format: CallbackFormat,
  mayBeLowerCase: boolean,
): Envelope | undefined {
  const usual = ownField(body, 'Encrypt');
  const lower = mayBeLowerCase ? ownField(body, 'encrypt') : undefined;
  if (usual !== undefined && lower !== undefined) throw refusal('content', 'The body is encrypted twice.');
  const encrypted = usual ?? lower;
  if (encrypted === undefined) return undefined;
  if (typeof encrypted !== 'string' || encrypted === '')
    throw refusal('content', 'What is encrypted in the body is no text.');
  return { encrypted, spelling: usual === undefined ? 'lower-case' : 'usual', format };
}

function ownField(body: CallbackFields, name: string) {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

export interface SealedReply {
  readonly encrypted: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** The reply's envelope, in the format and the spelling that the request's had. */
export function writeEnvelope(reply: SealedReply, asked: Pick<Envelope, 'format' | 'spelling'>): string {
  const { encrypted, signature, timestamp, nonce } = reply;
  const fields =
    asked.spelling === 'usual'
      ? { Encrypt: encrypted, MsgSignature: signature, TimeStamp: timestamp, Nonce: nonce }
      : { encrypt: encrypted, msgsignature: signature, timestamp, nonce };
  return writeContent(fields, asked.format);
}
