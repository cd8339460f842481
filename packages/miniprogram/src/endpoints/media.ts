import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText } from './request-parts.js';
import { file } from './response-parts.js';
import { materialLimits, uploadFile } from './upload-file.js';

const upload = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('image'), media: uploadFile(materialLimits.image) }),
  z.strictObject({ type: z.literal('voice'), media: uploadFile(materialLimits.voice) }),
  z.strictObject({ type: z.literal('video'), media: uploadFile(materialLimits.video) }),
  z.strictObject({ type: z.literal('thumb'), media: uploadFile(materialLimits.thumb) }),
]);

/** A thumbnail comes as `thumb_media_id` on some versions of the page; here it is a `media_id` like the others. */
function nameMediaId(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('thumb_media_id' in answer)) return answer;
  return { media_id: answer.thumb_media_id, ...answer };
}

/** Temporary material for customer-service messages: files that live 3 days. */
export const mediaEndpoints = {
  /**
   * Stores a file for 3 days: images (PNG, JPG, GIF) and videos (MP4) up to 10 MB, voice (AMR, MP3) up to 2 MB, thumbs
   * (JPG) up to 64 KB. Not repeated after an unknown outcome: it may have been stored.
   */
  upload: defineEndpoint({
    name: 'media.upload',
    method: 'POST',
    path: '/cgi-bin/media/upload',
    docs: page('kf-mgnt/kf-message/api_uploadtempmedia'),
    kind: 'write',
    encoding: 'multipart',
    queryFields: ['type'],
    timeoutMs: 60_000,
    request: upload,
    response: z.preprocess(
      nameMediaId,
      z.looseObject({
        media_id: z.string().min(1),
        type: z.string().optional(),
        /** Seconds since 1970. */
        created_at: z.number().optional(),
      }),
    ),
  }),

  /** The bytes of a file that a person sent. For a video they are JSON text that names its `video_url`. */
  get: defineEndpoint({
    name: 'media.get',
    method: 'GET',
    path: '/cgi-bin/media/get',
    docs: page('kf-mgnt/kf-message/api_getmedia'),
    kind: 'read',
    answer: 'binary',
    timeoutMs: 60_000,
    request: z.strictObject({ media_id: requiredText() }),
    response: file,
  }),
} as const;
