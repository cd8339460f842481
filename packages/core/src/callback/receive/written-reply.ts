import { z } from 'zod';
import type { CallbackReply } from '../callback-reply.js';
import type { CallbackAnswer } from '../callback-request.js';
import { writeContent } from '../content/index.js';
import type { OpenedCallback } from '../verify/index.js';
import { textOf } from './callback-name.js';
import type { TypedCallback } from './typed-callback.js';

const schema = z.object({
  body: z.string(),
  /** Only where the reply named one. */
  contentType: z.string().optional(),
  encrypt: z.boolean(),
});

/** A reply's body before it is encrypted, so that a repetition gets it under a signature of its own. */
export type WrittenReply = z.infer<typeof schema>;

/** What may stand in an HTTP header. */
const headerText = /^[\x20-\x7e]+$/;

/**
 * @throws {CallbackError} for a field that XML cannot hold
 * @throws {TypeError} for what is no reply: handlers may be written without types
 */
export function writeReply(reply: CallbackReply, callback: TypedCallback, nowMs: number): WrittenReply {
  if (reply.type === 'raw') {
    const { body, contentType, encrypt = true } = reply;
    if (typeof body === 'string' && headerText.test(contentType)) return { body, contentType, encrypt };
    throw new TypeError('a raw reply needs a text as its body, and a content type');
  }
  if (reply.type !== 'message' || typeof reply.fields?.MsgType !== 'string') {
    throw new TypeError('a handler returned what is no reply; return nothing, or a CallbackReply');
  }
  const { content, format } = callback;
  const fields = {
    ToUserName: textOf(content, 'FromUserName'),
    FromUserName: textOf(content, 'ToUserName'),
    CreateTime: String(Math.floor(nowMs / 1000)),
    ...reply.fields,
  };
  return { body: writeContent(fields, format), encrypt: true };
}

/** The platform's word for "received". Third parties' commands take no other. */
export const received: CallbackAnswer = {
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body: 'success',
};

/** What a repetition gets: the reply to the first, where it was known in time. */
export function repeatedAnswer(
  stored: string | undefined,
  opened: Pick<OpenedCallback, 'seal'>,
): CallbackAnswer {
  const reply = stored === undefined ? undefined : readWrittenReply(stored);
  return reply === undefined ? received : answerWith(reply, opened);
}

export function answerWith(reply: WrittenReply, opened: Pick<OpenedCallback, 'seal'>): CallbackAnswer {
  const { body, contentType, encrypt } = reply;
  const sealed = encrypt ? opened.seal(body) : undefined;
  // In plain mode it passes through, and keeps the type that the reply named.
  if (sealed !== undefined && (contentType === undefined || sealed.body !== body)) return sealed;
  return { status: 200, contentType: contentType ?? received.contentType, body };
}

/** Something else in the inbox is as good as no reply. */
function readWrittenReply(stored: string): WrittenReply | undefined {
  try {
    return schema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
