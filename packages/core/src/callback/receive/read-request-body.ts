import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock/clock.js';
import type { Refusal } from './refusals.js';

export type ReadBody =
  | { readonly type: 'read'; readonly body: Uint8Array }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** Nobody is there any more. */
  | { readonly type: 'aborted' };

export interface ReadBounds {
  readonly maxBodyBytes: number;
  readonly readWithinMs: number;
  readonly clock: Clock;
}

/** Reads the bytes as they came, or takes them from whoever has read them; stops as soon as there are too many. */
export async function readRequestBody(request: IncomingMessage, bounds: ReadBounds): Promise<ReadBody> {
  const earlier = readBefore(request);
  if (earlier !== undefined) return earlier;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > bounds.maxBodyBytes) return tooLarge(bounds);
  const inTime = new AbortController();
  try {
    return await Promise.race([readStream(request, bounds), tooSlow(bounds, inTime.signal)]);
  } finally {
    inTime.abort();
  }
}

/** Body parsers of frameworks leave what they read on the request. */
function readBefore(request: IncomingMessage): ReadBody | undefined {
  for (const name of ['rawBody', 'body']) {
    const value: unknown = Reflect.get(request, name);
    if (value instanceof Uint8Array) return { type: 'read', body: value };
    if (typeof value === 'string') return { type: 'read', body: Buffer.from(value) };
  }
  if (!request.readableEnded) return undefined;
  const message =
    'The body was read before, and its bytes were not kept: put this handler before body parsers, or keep `rawBody`.';
  return { type: 'refused', refusal: { reason: 'request', status: 400, message } };
}

function readStream(request: IncomingMessage, bounds: ReadBounds): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (read: ReadBody) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      // Errors of a request that nobody reads any more would end the process.
      request.on('error', () => undefined);
      resolve(read);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bounds.maxBodyBytes) return void chunks.push(chunk);
      request.pause();
      end(tooLarge(bounds));
    };
    const onEnd = () => end({ type: 'read', body: Buffer.concat(chunks) });
    const onClose = () => end({ type: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    if (request.destroyed) onClose();
  });
}

async function tooSlow({ clock, readWithinMs }: ReadBounds, signal: AbortSignal): Promise<ReadBody> {
  await clock.sleep(readWithinMs, signal).catch(() => undefined);
  const message = `The body did not come within ${readWithinMs} ms.`;
  return { type: 'refused', refusal: { reason: 'timeout', status: 408, message } };
}

function tooLarge({ maxBodyBytes }: ReadBounds): ReadBody {
  const message = `The body has more than ${maxBodyBytes} bytes.`;
  return { type: 'refused', refusal: { reason: 'too-large', status: 413, message } };
}
