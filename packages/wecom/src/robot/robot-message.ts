import { z } from 'zod';
import { requiredText, text, textWithin } from '../endpoints/request-parts.js';
import { robotCard } from '../endpoints/template-card.js';

/** Of a picture, before base64. */
const longestPictureBytes = 2 * 1024 * 1024;
const base64 = /^[0-9A-Za-z+/]+={0,2}$/;

const picture = z.strictObject({
  base64: z
    .string()
    .regex(base64, 'must be base64 without a "data:" prefix and without line breaks')
    .refine((content) => (content.length * 3) / 4 <= longestPictureBytes + 2, {
      message: `must stand for at most ${longestPictureBytes} bytes`,
    }),
  md5: z.string().regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits'),
});

const article = z.strictObject({
  title: requiredText(),
  description: text().optional(),
  url: requiredText(),
  picurl: text().optional(),
});

const media = z.strictObject({ media_id: requiredText() });
const markdown = z.strictObject({ content: textWithin(4096) });

/** What a robot can say. */
export const robotMessage = z.discriminatedUnion('msgtype', [
  z.strictObject({
    msgtype: z.literal('text'),
    text: z.strictObject({
      content: textWithin(2048),
      /** userids whose attention is called; `@all` is everybody. */
      mentioned_list: z.array(requiredText()).optional(),
      /** The same by phone number. */
      mentioned_mobile_list: z.array(requiredText()).optional(),
    }),
  }),
  z.strictObject({ msgtype: z.literal('markdown'), markdown }),
  z.strictObject({ msgtype: z.literal('markdown_v2'), markdown_v2: markdown }),
  z.strictObject({ msgtype: z.literal('image'), image: picture }),
  z.strictObject({
    msgtype: z.literal('news'),
    news: z.strictObject({
      articles: z.array(article).min(1, 'must not be empty').max(8, 'must hold at most 8 articles'),
    }),
  }),
  z.strictObject({ msgtype: z.literal('file'), file: media }),
  z.strictObject({ msgtype: z.literal('voice'), voice: media }),
  z.strictObject({ msgtype: z.literal('template_card'), template_card: robotCard }),
]);
