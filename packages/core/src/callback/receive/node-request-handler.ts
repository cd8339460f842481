import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock/clock.js';
import type { CallbackAnswer, CallbackRequest } from '../callback-request.js';
import { readRequestBody } from './read-request-body.js';
import type { Refusal } from './refusals.js';

export interface NodeRequestHandlerParts {
  readonly maxBodyBytes: number;
  readonly clock: Clock;
  /** Never rejects. */
  handle(request: CallbackRequest): Promise<CallbackAnswer>;
  refuse(refusal: Refusal): CallbackAnswer;
}

/** The platform gives up on an answer after 5 s; who is slower than that with a few hundred bytes is somebody else. */
const readWithinMs = 5_000;

/** Answers requests of Node's own server, and of frameworks that hand theirs on. */
export function nodeRequestHandler(
  parts: NodeRequestHandlerParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    // A connection that breaks while it is written to is the other side's business.
    response.on('error', () => undefined);
    // Nothing of it is expected to throw; if it does, the platform comes again.
    exchange(parts, request, response).catch(() => response.destroy());
  };
}

async function exchange(
  parts: NodeRequestHandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { maxBodyBytes, clock } = parts;
  const read = await readRequestBody(request, { maxBodyBytes, readWithinMs, clock });
  if (read.type === 'aborted') return;
  if (read.type === 'refused') {
    // What has not been read stays unread: the connection goes.
    response.shouldKeepAlive = false;
    return write(response, parts.refuse(read.refusal));
  }
  const { method = '', url = '' } = request;
  write(response, await parts.handle({ method, url, body: read.body }));
}

function write(response: ServerResponse, { status, contentType, body }: CallbackAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': bytes.length,
    // What the address echoes is text, whatever it looks like.
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}
