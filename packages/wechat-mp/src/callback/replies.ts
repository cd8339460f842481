import { ValidationError } from '@wetempo/core';
import type { CallbackFields, CallbackReply } from '@wetempo/core/callback';

/** One article of a `news` reply. */
export interface NewsArticle {
  readonly title: string;
  readonly description?: string | undefined;
  /** 360 × 200 for the first, 200 × 200 for the others. */
  readonly picUrl?: string | undefined;
  readonly url: string;
}

/** What the follower reads. At most 2048 bytes; a line break is `\n`. */
export function replyText(content: string): CallbackReply {
  if (content === '') throw wrong('content', 'must not be empty; answer nothing instead');
  const bytes = Buffer.byteLength(content);
  if (bytes > 2048) throw wrong('content', `has ${bytes} bytes; 2048 are the most`);
  return message('text', { Content: content });
}

/** @param mediaId of an uploaded picture, from `media.upload` or the permanent material */
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

export function replyMusic(music: {
  readonly thumbMediaId: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly musicUrl?: string | undefined;
  /** Of better quality, used over WiFi. */
  readonly hqMusicUrl?: string | undefined;
}): CallbackReply {
  const { title: Title, description: Description, musicUrl: MusicUrl, hqMusicUrl: HQMusicUrl } = music;
  const ThumbMediaId = required('thumbMediaId', music.thumbMediaId);
  return message('music', { Music: given({ Title, Description, MusicUrl, HQMusicUrl, ThumbMediaId }) });
}

/**
 * Articles with a picture. A message of a follower is answered with one article; of more, the platform shows none. Events
 * may be answered with up to eight: say `{ toEvent: true }` then.
 */
export function replyNews(
  articles: readonly NewsArticle[],
  { toEvent = false }: { readonly toEvent?: boolean } = {},
): CallbackReply {
  const most = toEvent ? 8 : 1;
  if (articles.length === 0 || articles.length > most) {
    throw wrong('articles', `has ${articles.length}; 1 to ${most} are possible here`);
  }
  return message('news', {
    ArticleCount: String(articles.length),
    Articles: { item: articles.map(articleFields) },
  });
}

/** Hands the message to the customer service staff; to one of them where `kfAccount` is given and on duty. */
export function transferToCustomerService(kfAccount?: string): CallbackReply {
  return message(
    'transfer_customer_service',
    kfAccount === undefined ? {} : { TransInfo: { KfAccount: required('kfAccount', kfAccount) } },
  );
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
    hint: 'Nothing was answered. Give less, or send the rest by the customer message API.',
  });
}
