import type { CallbackFields, CallbackPlatform } from '@wetempo/core/callback';
import { type MpCallbackCatalog, mpCallbackCatalog } from './mp-callback-catalog.js';

/** XML puts the list of these into an element of its own, JSON does not. */
const wrappers: ReadonlyMap<unknown, string> = new Map([
  ['subscribe_msg_popup_event', 'SubscribeMsgPopupEvent'],
  ['subscribe_msg_change_event', 'SubscribeMsgChangeEvent'],
  ['subscribe_msg_sent_event', 'SubscribeMsgSentEvent'],
]);

/** What core needs to know of an Official Account's callbacks. */
export const mpCallbackPlatform: CallbackPlatform<MpCallbackCatalog> = {
  name: 'wechat-mp',
  urlCheck: 'echo',
  alwaysSafe: false,
  catalog: mpCallbackCatalog,
  normalise: (content) => withMsgID(unwrapped(content)),
};

function unwrapped(content: CallbackFields): CallbackFields {
  const name = wrappers.get(content.Event);
  if (name === undefined || content[name] === undefined) return content;
  const { [name]: inner, ...rest } = content;
  return typeof inner === 'object' && !isList(inner) ? { ...inner, ...rest } : rest;
}

function isList(content: object): content is readonly unknown[] {
  return Array.isArray(content);
}

/** F119: documented as `MsgID`, and seen as `MsgId`, since that is how messages spell it. */
function withMsgID(content: CallbackFields): CallbackFields {
  const { Event, MsgID, MsgId } = content;
  const isReport = Event === 'TEMPLATESENDJOBFINISH' || Event === 'MASSSENDJOBFINISH';
  return isReport && MsgID === undefined && MsgId !== undefined ? { ...content, MsgID: MsgId } : content;
}
