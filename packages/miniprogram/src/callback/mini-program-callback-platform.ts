import type { CallbackFields, CallbackPlatform } from '@wetempo/core/callback';
import {
  type MiniProgramCallbackCatalog,
  miniProgramCallbackCatalog,
} from './mini-program-callback-catalog.js';

/** XML puts the fields of these into an element of its own, JSON does not. */
const wrappers: ReadonlyMap<unknown, string> = new Map([
  ['subscribe_msg_popup_event', 'SubscribeMsgPopupEvent'],
  ['subscribe_msg_change_event', 'SubscribeMsgChangeEvent'],
  ['subscribe_msg_sent_event', 'SubscribeMsgSentEvent'],
  ['complaint_callback', 'BussiCallBackInfo'],
]);

/** What core needs to know of a Mini Program's callbacks. */
export const miniProgramCallbackPlatform: CallbackPlatform<MiniProgramCallbackCatalog> = {
  name: 'miniprogram',
  urlCheck: 'echo',
  alwaysSafe: false,
  catalog: miniProgramCallbackCatalog,
  normalise: (content) => unwrapped(withOneName(content)),
};

/** JSON samples spell this one's name with a blank. */
function withOneName(content: CallbackFields): CallbackFields {
  return content.Event === 'complaint callback' ? { ...content, Event: 'complaint_callback' } : content;
}

function unwrapped(content: CallbackFields): CallbackFields {
  const name = wrappers.get(content.Event);
  if (name === undefined || content[name] === undefined) return content;
  const { [name]: inner, ...rest } = content;
  return typeof inner === 'object' && !isList(inner) ? { ...inner, ...rest } : rest;
}

function isList(content: object): content is readonly unknown[] {
  return Array.isArray(content);
}
