import type { CallbackContent } from './callback-content.js';
import type { CallbackMode } from './callback-settings.js';
import type { CallbackTarget } from './callback-target.js';
import { openPacket, signatureOf } from './packet.js';
import { type ReplyFields, readReply } from './read-reply.js';
import type { HttpOutcome } from './send-request.js';

/** A reply to the user, as the platform would carry it out. */
export interface CallbackReply {
  readonly encrypted: boolean;
  readonly fields: ReplyFields;
}

export interface Judgement {
  /** Whether the platform is content, or tries again. */
  readonly received: boolean;
  readonly reply?: CallbackReply | undefined;
  /** What is wrong with the answer. */
  readonly error?: string | undefined;
}

/** Reads an answer as the platform does. https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Passive_user_reply_message.html */
export function judgeAnswer(
  outcome: HttpOutcome,
  content: CallbackContent,
  target: CallbackTarget,
  mode: CallbackMode,
): Judgement {
  if (outcome.kind === 'timed-out') return { received: false, error: 'no answer in time' };
  if (outcome.kind === 'unreachable') return { received: false, error: outcome.error };
  if (outcome.status !== 200) return { received: false, error: `HTTP ${outcome.status}` };
  const { body } = outcome;
  if (body === '' || body === 'success') return { received: true };
  // Commands to third parties take nothing but `success`; any other text is shown as an error.
  if (content.InfoType !== undefined)
    return { received: false, error: `expected success, got ${shown(body)}` };
  // WeCom is content with any 200; an answer that cannot be read still replies nothing.
  const received = target.family === 'corp';
  try {
    return { received: true, reply: replyOf(body, target, mode) };
  } catch (error) {
    return { received, error: error instanceof Error ? error.message : String(error) };
  }
}

function replyOf(body: string, target: CallbackTarget, mode: CallbackMode): CallbackReply {
  const fields = readReply(body);
  const encrypt = fields.Encrypt ?? fields.encrypt;
  if (encrypt === undefined) {
    if (mode === 'safe') throw new Error('the reply is not encrypted');
    return { encrypted: false, fields };
  }
  if (mode === 'plain') throw new Error('the reply is encrypted');
  return { encrypted: true, fields: opened(String(encrypt), fields, target) };
}

function opened(encrypt: string, fields: ReplyFields, { settings, receiveId }: CallbackTarget): ReplyFields {
  const timestamp = String(fields.TimeStamp ?? fields.timestamp);
  const nonce = String(fields.Nonce ?? fields.nonce);
  const signature = signatureOf(settings.token, timestamp, nonce, encrypt);
  if (signature !== (fields.MsgSignature ?? fields.msgsignature))
    throw new Error('the signature of the reply is wrong');
  const packet = openPacket(encrypt, settings.encodingAesKey ?? '');
  if (packet.receiveId !== receiveId) throw new Error(`the reply is for ${shown(packet.receiveId)}`);
  return readReply(packet.text);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
