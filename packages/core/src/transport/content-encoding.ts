import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib';

const unzipAsync = promisify(unzip);
const inflateRawAsync = promisify(inflateRaw);
const brotliAsync = promisify(brotliDecompress);

/**
 * Takes compressions off that nobody asked for: without an Accept-Encoding a gateway is free to compress.
 * Rejects with zlib's error; with `ERR_BUFFER_TOO_LARGE` beyond `maxBytes`.
 */
export async function decodeContent(body: Buffer, encodings: string, maxBytes: number): Promise<Buffer> {
  let content = body;
  // The one that was put on last comes off first.
  for (const encoding of encodings.split(',').reverse())
    content = await takeOff(content, encoding.trim().toLowerCase(), maxBytes);
  return content;
}

async function takeOff(content: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const options = { maxOutputLength: maxBytes };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return unzipAsync(content, options);
    case 'deflate':
      // With its header or, as many servers have it, without.
      return unzipAsync(content, options).catch((error: unknown) => {
        if (isTooLarge(error)) throw error;
        return inflateRawAsync(content, options);
      });
    case 'br':
      return brotliAsync(content, options);
    default:
      return content;
  }
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
