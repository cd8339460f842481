import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openid, requiredText, text } from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { busySendVerdicts } from './verdict-overrides.js';

const mediaId = requiredText();

const envelope = {
  touser: openid,
  /** Lets the message appear under a customer-service account, for example `anna@gh_1234`. */
  customservice: z.strictObject({ kf_account: requiredText() }).optional(),
};

const article = z.strictObject({
  title: text(),
  description: text().optional(),
  url: text(),
  picurl: text().optional(),
});

const music = z.strictObject({
  title: text().optional(),
  description: text().optional(),
  musicurl: text(),
  hqmusicurl: text().optional(),
  thumb_media_id: mediaId,
});

const video = z.strictObject({
  media_id: mediaId,
  thumb_media_id: mediaId.optional(),
  title: text().optional(),
  description: text().optional(),
});

const choices = z.strictObject({
  head_content: text().optional(),
  list: z.array(z.strictObject({ id: requiredText(), content: requiredText() })).min(1, 'must not be empty'),
  tail_content: text().optional(),
});

const miniProgramCard = z.strictObject({
  title: text().optional(),
  appid: requiredText(),
  pagepath: requiredText(),
  thumb_media_id: mediaId.optional(),
});

const customerMessage = z.discriminatedUnion('msgtype', [
  z.strictObject({
    ...envelope,
    msgtype: z.literal('text'),
    text: z.strictObject({ content: requiredText() }),
  }),
  z.strictObject({ ...envelope, msgtype: z.literal('image'), image: z.strictObject({ media_id: mediaId }) }),
  z.strictObject({ ...envelope, msgtype: z.literal('voice'), voice: z.strictObject({ media_id: mediaId }) }),
  z.strictObject({ ...envelope, msgtype: z.literal('video'), video }),
  z.strictObject({ ...envelope, msgtype: z.literal('music'), music }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('news'),
    news: z.strictObject({ articles: z.array(article).length(1, 'must hold exactly one article') }),
  }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('mpnews'),
    mpnews: z.strictObject({ media_id: mediaId }),
  }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('mpnewsarticle'),
    mpnewsarticle: z.strictObject({ article_id: requiredText() }),
  }),
  z.strictObject({ ...envelope, msgtype: z.literal('msgmenu'), msgmenu: choices }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('wxcard'),
    wxcard: z.strictObject({ card_id: requiredText() }),
  }),
  z.strictObject({ ...envelope, msgtype: z.literal('miniprogrampage'), miniprogrampage: miniProgramCard }),
]);

/** Customer-service messages (客服消息), to people who acted towards the account a short while ago. */
export const customerMessageEndpoints = {
  /**
   * Sends a customer-service message. Needs a `requestId`.
   *
   * How many and for how long depends on what the person did: 5 within 48 hours of a message, 3 within a minute of
   * following, of a click in the menu or of a scan. The platform does not de-duplicate these messages.
   */
  send: defineEndpoint({
    name: 'customerMessage.send',
    method: 'POST',
    path: '/cgi-bin/message/custom/send',
    docs: page('customer/message/api_sendcustommessage'),
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
    docs: page('customer/message/api_typing'),
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
