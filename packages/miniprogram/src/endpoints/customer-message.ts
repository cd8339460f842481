import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openid, requiredText, text } from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { busySendVerdicts } from './verdict-overrides.js';

const mediaId = requiredText();

const customerMessage = z.discriminatedUnion('msgtype', [
  z.strictObject({
    touser: openid,
    msgtype: z.literal('text'),
    text: z.strictObject({ content: requiredText() }),
  }),
  z.strictObject({
    touser: openid,
    msgtype: z.literal('image'),
    image: z.strictObject({ media_id: mediaId }),
  }),
  z.strictObject({
    touser: openid,
    msgtype: z.literal('link'),
    link: z.strictObject({ title: text(), description: text(), url: requiredText(), thumb_url: text() }),
  }),
  z.strictObject({
    touser: openid,
    msgtype: z.literal('miniprogrampage'),
    miniprogrampage: z.strictObject({ title: text(), pagepath: requiredText(), thumb_media_id: mediaId }),
  }),
]);

/** Customer-service messages (客服消息), to people who wrote a short while ago. */
export const customerMessageEndpoints = {
  /**
   * Sends a customer-service message. Needs a `requestId`.
   *
   * 5 within 48 hours of a message of the person, 2 within a minute of opening the conversation. The platform does not
   * de-duplicate these messages.
   */
  send: defineEndpoint({
    name: 'customerMessage.send',
    method: 'POST',
    path: '/cgi-bin/message/custom/send',
    docs: page('kf-mgnt/kf-message/api_sendcustommessage'),
    kind: 'message',
    takesSignature: true,
    request: customerMessage,
    response: acknowledgement,
    message: { recipient: (request) => request.touser },
    verdicts: busySendVerdicts,
  }),

  /** Shows or ends "the other side is typing"; only within 30 seconds of an exchange. */
  typing: defineEndpoint({
    name: 'customerMessage.typing',
    method: 'POST',
    path: '/cgi-bin/message/custom/typing',
    docs: page('kf-mgnt/kf-message/api_typing'),
    kind: 'write',
    // Whoever is shown as typing goes on being shown as typing.
    idempotent: true,
    request: z.strictObject({
      touser: openid,
      command: z.enum(['Typing', 'CancelTyping'], 'must be Typing or CancelTyping'),
    }),
    response: acknowledgement,
  }),
} as const;
