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

/** What axios is told; who it is from, its instance adds itself. */
export function toConfig(request: TransportRequest, data: Buffer | undefined): AxiosRequestConfig {
  const config: AxiosRequestConfig = {
    method: request.method,
    url: withQuery(request.path, request.query),
    timeout: timerMsOf(request.timeoutMs),
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

export function timerMsOf(timeoutMs: number): number {
  return Math.min(Math.ceil(timeoutMs), longestTimerMs);
}

export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  let url = path.startsWith('/') ? path : `/${path}`;
  let separator = url.includes('?') ? '&' : '?';
  for (const name of Object.keys(query)) {
    url += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`;
    separator = '&';
  }
  return url;
}

const userAgent = 'wetempo';

/** What a request says beside its bytes, with or without axios in its way. An object of its own: undici's proxy adds to it. */
export function usualHeaders(hasBody: boolean): Record<string, string> {
  return hasBody
    ? { 'user-agent': userAgent, 'content-type': 'application/json' }
    : { 'user-agent': userAgent };
}

export function headersOf({ body, headers }: TransportRequest): Record<string, string> {
  const said = usualHeaders(body.type !== 'none');
  if (body.type === 'multipart') said['content-type'] = body.contentType;
  return headers === undefined ? said : { ...said, ...headers, 'user-agent': userAgent };
}

export interface Place {
  readonly origin: string;
  readonly path: string;
}

/** Says where a path of the platform is. */
export type Locator = (baseUrl: string, path: string) => Place;

/** The base URL, which hardly ever changes, is taken apart once and not per request. */
export function createLocator(): Locator {
  let known: { baseUrl: string; origin: string; prefix: string } | undefined;
  return (baseUrl, path) => {
    if (known?.baseUrl !== baseUrl) {
      const { origin, pathname } = new URL(baseUrl);
      known = { baseUrl, origin, prefix: pathname.replace(/\/+$/, '') };
    }
    return { origin: known.origin, path: known.prefix + path };
  };
}
