import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestCallbackReceiver } from './callback-receiver.js';

/** Requests whose body somebody read before: functions in a cloud leave `rawBody`, outer servers `body`. */
interface ReadRequest {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/** Answers a callback by its receiver. */
export function answerCallback(
  receiver: NestCallbackReceiver,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const body = request.readableDidRead ? bytesOf(request) : undefined;
  if (!request.readableDidRead) receiver.requestHandler()(request, response);
  else if (body === undefined) refuse(response);
  else answerBytes(receiver, request, response, body);
}

function answerBytes(
  receiver: NestCallbackReceiver,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array,
): void {
  void receiver.handle({ method, url, body }).then(
    ({ status, contentType, body: text }) =>
      response.writeHead(status, { 'content-type': contentType }).end(text),
    () => response.writeHead(500).end(),
  );
}

function bytesOf({ rawBody, body }: IncomingMessage & ReadRequest): Uint8Array | undefined {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  return typeof body === 'string' ? Buffer.from(body) : undefined;
}

/** A parsed body cannot be turned back into the bytes that were signed. */
function refuse(response: ServerResponse): void {
  process.emitWarning('a callback came whose body was read and parsed before; keep it as `rawBody`');
  response.writeHead(500, { 'content-type': 'text/plain' }).end('the body was read before');
}
