import type { AxiosRequestConfig } from 'axios';
import type { RequestBody, TransportRequest } from './transport.js';

/** Node's timers hold a delay in 32 bits; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The instance's own number: axios merges an object that comes with a request deeply, at a quarter of its whole cost. */
export const usualConnectRetries = 2;

export function bytesOf(body: RequestBody): Buffer | undefined {
  switch (body.type) {
    case 'none':
      return undefined;
    case 'json':
      return Buffer.from(body.text);
    case 'multipart':
      return Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength);
  }
}

export function toConfig(request: TransportRequest, data: Buffer | undefined): AxiosRequestConfig {
  const config: AxiosRequestConfig = {
    method: request.method,
    url: withQuery(request.path, request.query),
    timeout: Math.min(Math.ceil(request.timeoutMs), longestTimerMs),
  };
  if (data) config.data = data;
  if (request.body.type === 'multipart') config.headers = { 'content-type': request.body.contentType };
  if (request.headers !== undefined) config.headers = { ...config.headers, ...request.headers };
  if (request.signal) config.signal = request.signal;
  if (request.connectRetries !== usualConnectRetries) {
    config['axios-retry'] = { retries: request.connectRetries };
  }
  return config;
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  let url = path.startsWith('/') ? path : `/${path}`;
  let separator = url.includes('?') ? '&' : '?';
  for (const name of Object.keys(query)) {
    url += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`;
    separator = '&';
  }
  return url;
}

/** What a request says beside its bytes, with or without axios in its way. */
export function headersOf({ data, headers }: AxiosRequestConfig): Record<string, string> {
  const contentType = headers?.['content-type'] ?? (data === undefined ? undefined : 'application/json');
  const said = { ...headers, 'user-agent': 'wetempo' } as Record<string, string>;
  return contentType === undefined ? said : { ...said, 'content-type': String(contentType) };
}
