import type { AxiosAdapter, AxiosResponse, AxiosStatic, InternalAxiosRequestConfig } from 'axios';
import type { Dispatcher } from 'undici';
import { attemptError } from './attempt-error.js';
import { createLocator, type Locator, type Place } from './request-config.js';
import { classifyFailure } from './transport-failure.js';
import type { UndiciCarrier } from './undici-carrier.js';
import type { Exchanged, Heard } from './undici-exchange.js';

/** Carries axios requests over undici. Any status resolves; it throws nothing but what `attemptError` makes. */
export function undiciAdapter(axios: AxiosStatic, carrier: UndiciCarrier): AxiosAdapter {
  const locate = createLocator();
  return async (config) => {
    const { timeout, signal } = config;
    const request = toDispatch(axios, config, locate);
    const end = await new Promise<Exchanged>((resolve) => {
      carrier.exchange(request, { timeoutMs: timeout, signal }, resolve);
    });
    if (end.type === 'failure') throw attemptError(axios, { failure: end.failure, config });
    return toResponse(axios, end, config);
  };
}

function toDispatch(
  axios: AxiosStatic,
  config: InternalAxiosRequestConfig,
  locate: Locator,
): Dispatcher.DispatchOptions {
  try {
    const { origin, path } = placeOf(axios, config, locate);
    return {
      origin,
      path,
      method: config.method === 'post' ? 'POST' : (config.method ?? 'get').toUpperCase(),
      headers: plainHeaders(config.headers),
      body: config.data ?? null,
    };
  } catch (error) {
    throw attemptError(axios, { failure: classifyFailure(error, 'unsent'), config });
  }
}

/** An interceptor may have put in parameters, or another URL. */
function placeOf(axios: AxiosStatic, config: InternalAxiosRequestConfig, locate: Locator): Place {
  const { baseURL, url, params } = config;
  const isOfBase = baseURL !== undefined && params === undefined && url !== undefined;
  if (isOfBase && url.startsWith('/') && !url.startsWith('//')) return locate(baseURL, url);
  const full = new URL(axios.getUri(config));
  return { origin: full.origin, path: full.pathname + full.search };
}

/** axios marks a header that was taken off with `false` or `null`. */
function plainHeaders(headers: InternalAxiosRequestConfig['headers']): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value: unknown = headers[name];
    if (value !== undefined && value !== null && value !== false) plain[name] = String(value);
  }
  return plain;
}

function toResponse(
  { AxiosHeaders }: AxiosStatic,
  { status, headers, body }: Heard,
  config: InternalAxiosRequestConfig,
): AxiosResponse {
  return { data: body, status, statusText: '', headers: Object.assign(new AxiosHeaders(), headers), config };
}
