import { z } from 'zod';
import { upTo } from './contact-parts.js';
import { flag, requiredText, text, textWithin, userid } from './request-parts.js';

const envelope = {
  chatid: requiredText(),
  /** 1: the message may be neither forwarded nor copied. @default 0 */
  safe: flag.optional(),
};

/** Who is called in a chat, by userid; `@all` calls everybody. */
const mentions = { mentioned_list: z.array(userid).optional() };

const file = z.strictObject({ media_id: requiredText() });

const card = z.strictObject({
  title: requiredText(),
  description: requiredText(),
  url: requiredText(),
  btntxt: text().optional(),
});

const article = z.strictObject({
  title: requiredText(),
  description: text().optional(),
  url: requiredText(),
  picurl: text().optional(),
  btntxt: text().optional(),
  appid: text().optional(),
  pagepath: text().optional(),
});

const mpArticle = z.strictObject({
  title: requiredText(),
  thumb_media_id: text().optional(),
  author: text().optional(),
  content_source_url: text().optional(),
  content: requiredText(),
  digest: text().optional(),
});

/** A message to an app chat; `msgtype` names the field that holds its content. */
export const appChatMessage = z.discriminatedUnion('msgtype', [
  z.strictObject({
    ...envelope,
    msgtype: z.literal('text'),
    text: z.strictObject({
      content: textWithin(2048),
      ...mentions,
      mentioned_mobile_list: z.array(requiredText()).optional(),
    }),
  }),
  z.strictObject({ ...envelope, msgtype: z.literal('image'), image: file }),
  z.strictObject({ ...envelope, msgtype: z.literal('voice'), voice: file }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('video'),
    video: file.extend({ title: text().optional(), description: text().optional() }),
  }),
  z.strictObject({ ...envelope, msgtype: z.literal('file'), file }),
  z.strictObject({ ...envelope, msgtype: z.literal('textcard'), textcard: card }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('news'),
    news: z.strictObject({ articles: upTo(8, article) }),
  }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('mpnews'),
    mpnews: z.strictObject({ articles: upTo(8, mpArticle) }),
  }),
  z.strictObject({
    ...envelope,
    msgtype: z.literal('markdown'),
    markdown: z.strictObject({ content: textWithin(2048), ...mentions }),
  }),
]);
