import { z } from 'zod';
import { requiredText } from './request-parts.js';

const megabyte = 1024 * 1024;
/** What has no more than this, the platform refuses. */
const tooFewBytes = 5;

interface FileLimits {
  readonly maxBytes: number;
  /** Endings of file names, in lower case. @default any */
  readonly endings?: readonly string[];
}

/** What the platform takes as temporary material. */
export const mediaLimits = {
  image: { maxBytes: 10 * megabyte, endings: ['jpg', 'jpeg', 'png'] },
  voice: { maxBytes: 2 * megabyte, endings: ['amr'] },
  video: { maxBytes: 10 * megabyte, endings: ['mp4'] },
  file: { maxBytes: 20 * megabyte },
} as const satisfies Record<string, FileLimits>;

/** A picture that stays, for texts. */
export const pictureLimits = { maxBytes: 2 * megabyte, endings: ['jpg', 'jpeg', 'png'] } as const;

/** A file of a multipart request, in the shape of core's `UploadFile`. */
export function uploadFile({ maxBytes, endings }: FileLimits) {
  return z.strictObject({
    content: z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be a Uint8Array or Buffer')
      .refine((content) => content.byteLength > tooFewBytes, `must have more than ${tooFewBytes} bytes`)
      .refine((content) => content.byteLength <= maxBytes, `must have at most ${maxBytes} bytes`),
    filename: requiredText().refine(
      (filename) => endings?.includes(filename.split('.').at(-1)?.toLowerCase() ?? '') ?? true,
      `must end in .${endings?.join(', .')}`,
    ),
    /** @default 'application/octet-stream' */
    contentType: z.string().optional(),
  });
}
