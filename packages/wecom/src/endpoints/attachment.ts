import { z } from 'zod';
import { requiredText, text, textWithin } from './request-parts.js';

const file = z.strictObject({ media_id: requiredText() });

/** By one of the two, of which `media_id` goes first. */
const image = z
  .strictObject({ media_id: text().optional(), pic_url: text().optional() })
  .refine((value) => Boolean(value.media_id || value.pic_url), 'must have media_id or pic_url');

const link = z.strictObject({
  title: requiredText(),
  picurl: text().optional(),
  desc: text().optional(),
  url: requiredText(),
});

const miniProgram = z.strictObject({
  title: textWithin(64),
  pic_media_id: requiredText(),
  appid: requiredText(),
  page: requiredText(),
});

/** What goes along with a message to customers; `msgtype` names the field that holds it. */
const attachment = z.discriminatedUnion('msgtype', [
  z.strictObject({ msgtype: z.literal('image'), image }),
  z.strictObject({ msgtype: z.literal('link'), link }),
  z.strictObject({ msgtype: z.literal('miniprogram'), miniprogram: miniProgram }),
  z.strictObject({ msgtype: z.literal('video'), video: file }),
  z.strictObject({ msgtype: z.literal('file'), file }),
]);

/** Text, and up to 9 things that go along with it. */
export const customerContent = {
  text: z.strictObject({ content: textWithin(4000) }).optional(),
  attachments: z.array(attachment).max(9, 'must have at most 9 entries').optional(),
};

/** Whether there is anything to send. */
export function hasContent(request: {
  readonly text?: unknown;
  readonly attachments?: readonly unknown[] | undefined;
}): boolean {
  return request.text !== undefined || (request.attachments?.length ?? 0) > 0;
}

export const noContent = 'must have text or attachments';

/** The same as single fields, of which one goes along with the text: so it is on older pages. */
export const singleAttachment = {
  image: image.optional(),
  link: link.optional(),
  miniprogram: miniProgram.optional(),
  file: file.optional(),
  video: file.optional(),
};
