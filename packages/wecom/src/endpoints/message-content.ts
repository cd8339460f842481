import { z } from 'zod';
import { requiredText, text, textWithin } from './request-parts.js';

const mediaId = requiredText();

/** What is longer, the platform cuts off without a word. */
const longestTextBytes = 2048;

export const textContent = z.strictObject({ content: textWithin(longestTextBytes) });
export const mediaContent = z.strictObject({ media_id: mediaId });

export const videoContent = z.strictObject({
  media_id: mediaId,
  title: text().optional(),
  description: text().optional(),
});

/** The platform cuts what is longer than 128 in the title and 512 in the description. */
export const textCard = z.strictObject({
  title: requiredText(),
  description: requiredText(),
  url: requiredText(),
  btntxt: text().optional(),
});

function articles<Article extends z.ZodType>(article: Article) {
  return z.strictObject({
    articles: z.array(article).min(1, 'must not be empty').max(8, 'must hold at most 8 articles'),
  });
}

export const news = articles(
  z.strictObject({
    title: requiredText(),
    description: text().optional(),
    url: text().optional(),
    picurl: text().optional(),
    /** A page of a mini program in place of `url`. */
    appid: text().optional(),
    pagepath: text().optional(),
  }),
);

export const mpNews = articles(
  z.strictObject({
    title: requiredText(),
    thumb_media_id: mediaId,
    author: text().optional(),
    content_source_url: text().optional(),
    content: requiredText(),
    digest: text().optional(),
  }),
);

export const miniProgramNotice = z.strictObject({
  appid: requiredText(),
  page: text().optional(),
  title: requiredText(),
  description: text().optional(),
  emphasis_first_item: z.boolean().optional(),
  content_item: z
    .array(z.strictObject({ key: requiredText(), value: requiredText() }))
    .max(10, 'must hold at most 10 entries')
    .optional(),
});
