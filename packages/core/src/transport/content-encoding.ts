import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';

const unzipAsync = promisify(unzip);
const brotliAsync = promisify(brotliDecompress);

/**
 * Takes a compression off that nobody asked for: without an Accept-Encoding a gateway is free to compress.
 * Rejects with zlib's error; with `ERR_BUFFER_TOO_LARGE` beyond `maxBytes`.
 */
export async function decodeContent(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const options = { maxOutputLength: maxBytes };
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return unzipAsync(body, options);
    case 'br':
      return brotliAsync(body, options);
    default:
      return body;
  }
}
