import { ValidationError } from '@wetempo/core';
import type { CallbackFields, CallbackReply } from '@wetempo/core/callback';

/** One article of a `news` reply. */
export interface NewsArticle {
  readonly title: string;
  readonly description?: string | undefined;
  readonly picUrl?: string | undefined;
  readonly url: string;
}

/** A card that takes the place of the one that was tapped: fields as the platform spells them, `CardType` above all. */
export type ReplacementCard = CallbackFields & { readonly CardType: string };

/** What the member reads. At most 2048 bytes: the platform would cut what is longer. */
export function replyText(content: string): CallbackReply {
  if (content === '') throw wrong('content', 'must not be empty; answer nothing instead');
  const bytes = Buffer.byteLength(content);
  if (bytes > 2048) throw wrong('content', `has ${bytes} bytes; 2048 are the most`);
  return message('text', { Content: content });
}

/** @param mediaId of an uploaded picture, from `media.upload` */
export function replyImage(mediaId: string): CallbackReply {
  return message('image', { Image: { MediaId: required('mediaId', mediaId) } });
}

export function replyVoice(mediaId: string): CallbackReply {
  return message('voice', { Voice: { MediaId: required('mediaId', mediaId) } });
}

export function replyVideo(
  mediaId: string,
  texts: { readonly title?: string | undefined; readonly description?: string | undefined } = {},
): CallbackReply {
  const { title: Title, description: Description } = texts;
  return message('video', { Video: given({ MediaId: required('mediaId', mediaId), Title, Description }) });
}

/** One to eight articles with a picture. */
export function replyNews(articles: readonly NewsArticle[]): CallbackReply {
  if (articles.length === 0 || articles.length > 8) {
    throw wrong('articles', `has ${articles.length}; 1 to 8 are possible`);
  }
  return message('news', {
    ArticleCount: String(articles.length),
    Articles: { item: articles.map(articleFields) },
  });
}

/** The tapped button of a card becomes a text, for the member who tapped it; answers `template_card_event`. */
export function replyUpdateButton(replaceName: string): CallbackReply {
  return message('update_button', { Button: { ReplaceName: required('replaceName', replaceName) } });
}

/** Another card in place of the tapped one, for the member who tapped it; answers `template_card_event`. */
export function replyUpdateTemplateCard(card: ReplacementCard): CallbackReply {
  required('card.CardType', card.CardType);
  return message('update_template_card', { TemplateCard: card });
}

/** A body of its own, for smart robots, which are answered with JSON as their documentation shows it. */
export function replyJson(body: object): CallbackReply {
  return { type: 'raw', body: JSON.stringify(body), contentType: 'application/json; charset=utf-8' };
}

function articleFields({ title, description, picUrl, url }: NewsArticle, at: number): CallbackFields {
  return given({
    Title: required(`articles.${at}.title`, title),
    Description: description,
    PicUrl: picUrl,
    Url: required(`articles.${at}.url`, url),
  });
}

function message(MsgType: string, fields: CallbackFields): CallbackReply {
  return { type: 'message', fields: { ...fields, MsgType } };
}

function given(fields: Readonly<Record<string, string | undefined>>): CallbackFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function required(path: string, value: string): string {
  if (value === '') throw wrong(path, 'must not be empty');
  return value;
}

function wrong(path: string, problem: string): ValidationError {
  return new ValidationError(`reply: ${path} ${problem}`, {
    issues: [{ path, message: problem }],
    hint: 'Nothing was answered. Give less, or send the rest by message.send.',
  });
}
