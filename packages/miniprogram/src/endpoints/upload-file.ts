import { z } from 'zod';
import { requiredText } from './request-parts.js';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

interface FileLimits {
  readonly maxBytes: number;
  /** Endings of file names, in lower case. */
  readonly endings: readonly string[];
}

/** What the platform takes as temporary material. */
export const materialLimits = {
  image: { maxBytes: 10 * megabyte, endings: ['png', 'jpeg', 'jpg', 'gif'] },
  voice: { maxBytes: 2 * megabyte, endings: ['amr', 'mp3'] },
  video: { maxBytes: 10 * megabyte, endings: ['mp4'] },
  thumb: { maxBytes: 64 * kilobyte, endings: ['jpg'] },
} as const satisfies Record<string, FileLimits>;

/** A file of a multipart request, in the shape of core's `UploadFile`. */
export function uploadFile(limits: FileLimits) {
  return z.strictObject({
    content: z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be a Uint8Array or Buffer')
      .refine((content) => content.byteLength > 0, 'must not be empty')
      .refine(
        (content) => content.byteLength <= limits.maxBytes,
        `must have at most ${limits.maxBytes} bytes`,
      ),
    filename: requiredText().refine(
      (filename) => limits.endings.includes(filename.split('.').at(-1)?.toLowerCase() ?? ''),
      `must end in .${limits.endings.join(', .')}`,
    ),
    /** @default 'application/octet-stream' */
    contentType: z.string().optional(),
  });
}
