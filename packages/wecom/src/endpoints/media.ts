import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText } from './request-parts.js';
import { file, looseNumber } from './response-parts.js';
import { mediaLimits, pictureLimits, uploadFile } from './upload-file.js';

const upload = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('image'), media: uploadFile(mediaLimits.image) }),
  z.strictObject({ type: z.literal('voice'), media: uploadFile(mediaLimits.voice) }),
  z.strictObject({ type: z.literal('video'), media: uploadFile(mediaLimits.video) }),
  z.strictObject({ type: z.literal('file'), media: uploadFile(mediaLimits.file) }),
]);

/** A file that was stored. The moment is text on some endpoints and a number on others. */
export const stored = z.looseObject({
  media_id: z.string().min(1),
  type: z.string().optional(),
  /** Seconds since 1970. */
  created_at: looseNumber.optional(),
});

// An upload that timed out may have been stored, so none of these is repeated after an unknown outcome.

/** Temporary material: files that live 3 days and that every app of the company may use. */
export const mediaEndpoints = {
  /** Stores a file for 3 days: images and videos (MP4) up to 10 MB, voice (AMR) up to 2 MB, other files up to 20 MB. */
  upload: defineEndpoint({
    name: 'media.upload',
    method: 'POST',
    path: '/cgi-bin/media/upload',
    docs: page(90253),
    kind: 'write',
    encoding: 'multipart',
    queryFields: ['type'],
    timeoutMs: 60_000,
    request: upload,
    response: stored,
  }),

  /** The bytes of a file. */
  get: defineEndpoint({
    name: 'media.get',
    method: 'GET',
    path: '/cgi-bin/media/get',
    docs: page(90254),
    kind: 'read',
    answer: 'binary',
    timeoutMs: 60_000,
    request: z.strictObject({ media_id: requiredText() }),
    response: file,
  }),

  /** Stores a picture for good, JPG or PNG up to 2 MB, for use in `mpnews`; 3000 a month. */
  uploadImage: defineEndpoint({
    name: 'media.uploadImage',
    method: 'POST',
    path: '/cgi-bin/media/uploadimg',
    docs: page(90256),
    kind: 'write',
    encoding: 'multipart',
    timeoutMs: 60_000,
    request: z.strictObject({ media: uploadFile(pictureLimits) }),
    response: z.looseObject({ url: z.string().min(1) }),
  }),

  /** Lets the platform fetch a large file (up to 200 MB) by itself; ask `uploadByUrlResult` for the outcome. */
  uploadByUrl: defineEndpoint({
    name: 'media.uploadByUrl',
    method: 'POST',
    path: '/cgi-bin/media/upload_by_url',
    docs: page(96219),
    kind: 'write',
    request: z.strictObject({
      /** What it is for; 1: welcome messages to customers. */
      scene: z.literal(1, 'must be 1'),
      type: z.enum(['video', 'file'], 'must be video or file'),
      filename: requiredText(),
      /** Must answer requests for a part of the file (Range). */
      url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
      md5: z.string().regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits'),
    }),
    response: z.looseObject({ jobid: z.string().min(1) }),
  }),

  /** What became of `uploadByUrl`. `status` 1: under way, 2: stored, 3: failed; then `detail` says why. */
  uploadByUrlResult: defineEndpoint({
    name: 'media.uploadByUrlResult',
    method: 'POST',
    path: '/cgi-bin/media/get_upload_by_url_result',
    docs: page(96219),
    kind: 'read',
    request: z.strictObject({ jobid: requiredText() }),
    response: z.looseObject({
      status: z.number(),
      detail: z
        .looseObject({
          errcode: z.number().optional(),
          errmsg: z.string().optional(),
          media_id: z.string().optional(),
          created_at: looseNumber.optional(),
        })
        .optional(),
    }),
  }),
} as const;
