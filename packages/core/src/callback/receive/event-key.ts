import { createHash } from 'node:crypto';
import type { CallbackContent, CallbackFields } from '../callback-content.js';
import { type CallbackName, textOf } from './callback-name.js';

export interface AccountIdentity {
  readonly account: string;
  /** Fields of the content that belong to it. */
  readonly accountFields: readonly string[];
}

/**
 * Identity of an event: equal for the platform's repetitions of it, and for nothing else. Only messages have an id of their
 * own. Everything else is what it says: two events of one person in one second differ in something, or are one event that
 * came twice. An identity that is too coarse would lose genuine events without a trace.
 */
export function eventKeyOf(identity: AccountIdentity, name: CallbackName, content: CallbackFields): string {
  const parts = hasOwnId(name, content) ? messageId(identity, content) : canonical(content);
  return createHash('sha256')
    .update(JSON.stringify([identity.account, name.kind, parts]))
    .digest('base64url');
}

function hasOwnId({ kind }: CallbackName, content: CallbackFields): boolean {
  // A missing id was once read as 0, and everything after the first lost.
  return kind === 'message' && !/^0*$/.test(textOf(content, 'MsgId'));
}

/** Of an article's readers, each writes under one id about one of its parts. */
function messageId({ accountFields }: AccountIdentity, content: CallbackFields): readonly string[] {
  const names = [...accountFields, 'MsgType', 'FromUserName', 'MsgId', 'MsgDataId', 'Idx'];
  return ['id', ...names.map((name) => textOf(content, name))];
}

/** Neither the order of the elements nor their spelling as XML or JSON makes another event. */
function canonical(content: CallbackContent): unknown {
  if (typeof content === 'string') return content;
  if (isList(content)) return ['list', ...content.map(canonical)];
  const names = Object.keys(content).sort();
  return ['fields', ...names.map((name) => [name, canonical(content[name] ?? '')])];
}

function isList(content: CallbackContent): content is readonly CallbackContent[] {
  return Array.isArray(content);
}
