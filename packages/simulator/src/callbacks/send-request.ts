import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const MAX_ANSWER_BYTES = 1_048_576;

/** What came back of one request of the platform's own. */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'unreachable'; readonly error: string };

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One request on a connection of its own, so that nothing is left open for the server that is called. */
export function sendRequest(call: HttpCall): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const request = opened(call);
    const timer = setTimeout(() => {
      resolve({ kind: 'timed-out' });
      request.destroy();
    }, call.timeoutMs);
    const end = (outcome: HttpOutcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    request.on('error', (error) => end({ kind: 'unreachable', error: error.message }));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.on('error', (error) => end({ kind: 'unreachable', error: error.message }));
      response.on('end', () =>
        end({
          kind: 'answered',
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(call.body);
  });
}

function opened({ method, url, body, contentType, signal }: HttpCall): ClientRequest {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = {
    'user-agent': 'Mozilla/4.0',
    ...(body === undefined
      ? {}
      : { 'content-type': contentType ?? 'text/xml', 'content-length': Buffer.byteLength(body) }),
  };
  return send(url, { method, headers, agent: false, signal });
}
