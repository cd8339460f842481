import type { CallbackContent, CallbackFields } from '../callback-content.js';
import type { CallbackKind } from '../callback-message.js';

/** What a callback is, by its own words. */
export interface CallbackName {
  readonly kind: CallbackKind;
  /** The one that says most first: `Event.ChangeType` before `Event`. */
  readonly names: readonly [string, ...string[]];
}

/** Reads what a verified callback says it is; anything is something, since the platforms add kinds at will. */
export function callbackName(content: CallbackFields): CallbackName {
  const command = textOf(content, 'InfoType');
  if (command !== '') return { kind: 'command', names: withChange(command, content) };
  const event = textOf(content, 'Event');
  const type = textOf(content, 'MsgType');
  if (event !== '' && (type === 'event' || type === ''))
    return { kind: 'event', names: withChange(event, content) };
  if (type === 'event') return { kind: 'event', names: [type] };
  // Smart robots of WeCom write the names of their fields small.
  return { kind: 'message', names: [type === '' ? textOf(content, 'msgtype') : type] };
}

function withChange(name: string, content: CallbackFields): [string, ...string[]] {
  const change = textOf(content, 'ChangeType');
  return change === '' ? [name] : [`${name}.${change}`, name];
}

/** The text of a field, empty where there is none. */
export function textOf(content: CallbackFields, name: string): string {
  const value: CallbackContent | undefined = Object.hasOwn(content, name) ? content[name] : undefined;
  return typeof value === 'string' ? value : '';
}
