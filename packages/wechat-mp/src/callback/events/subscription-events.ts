import { defineEvent, group, listOf, texts } from '@wetempo/core/callback';
import { callbackPage } from '../docs.js';

const docs = callbackPage('Subscription_Messages/api');

/** Subscription messages: what people allow, take back, and get. One entry of `List` for each template. */
export const subscriptionEvents = {
  /** `SubscribeStatusString` is `accept` or `reject`. */
  subscribe_msg_popup_event: defineEvent(
    'subscribe_msg_popup_event',
    { List: listOf(group(texts('TemplateId', 'SubscribeStatusString', 'PopupScene'))) },
    docs,
  ),
  /** Taken back in the account's settings; only `reject` comes. */
  subscribe_msg_change_event: defineEvent(
    'subscribe_msg_change_event',
    { List: listOf(group(texts('TemplateId', 'SubscribeStatusString'))) },
    docs,
  ),
  /** `ErrorCode` `0`: it arrived. */
  subscribe_msg_sent_event: defineEvent(
    'subscribe_msg_sent_event',
    { List: listOf(group(texts('TemplateId', 'MsgID', 'ErrorCode', 'ErrorStatus'))) },
    docs,
  ),
} as const;
