import type { AxiosResponse, AxiosStatic, InternalAxiosRequestConfig } from 'axios';
import type { TransportFailure } from '../verdict/verdict.js';
import { attemptEndOf } from './attempt-error.js';
import type { TransportAnswer } from './transport.js';
import type { Heard } from './undici-exchange.js';

export function toAnswer(response: AxiosResponse<unknown>): TransportAnswer {
  return {
    type: 'response',
    status: response.status,
    headers: joinedHeaders(response.headers),
    body: toBytes(response.data),
    connectRetries: connectRetriesOf(response.config),
  };
}

/** Its names are in lower case already, and nearly every header comes once. */
export function heardAnswer({ status, headers, body }: Heard): TransportAnswer {
  return {
    type: 'response',
    status,
    headers: isJoined(headers) ? headers : joinedHeaders(headers),
    body,
    connectRetries: 0,
  };
}

function isJoined(headers: Heard['headers']): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
}

function joinedHeaders(headers: AxiosResponse['headers'] | Heard['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value: unknown = headers[name];
    if (value !== undefined && value !== null)
      joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return joined;
}

/** An adapter or interceptor of the user's may hand on text or nothing. */
function toBytes(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (typeof data === 'string') return Buffer.from(data);
  return data === undefined || data === null ? new Uint8Array() : Buffer.from(JSON.stringify(data));
}

/** Only what was classified here is known to be unsent. An interceptor may throw before as well as after the answer. */
export function toFailure(error: unknown, { isCancel }: AxiosStatic): TransportAnswer {
  const end = attemptEndOf(error);
  if (end !== undefined) {
    return { type: 'failure', failure: end.failure, connectRetries: connectRetriesOf(end.config) };
  }
  if (!isCancel(error)) return { type: 'failure', failure: failedInterceptor, connectRetries: 0 };
  const progress = attemptEndOf(error.config)?.failure.progress ?? 'sent';
  return {
    type: 'failure',
    failure: { progress, reason: 'aborted', code: 'ERR_CANCELED' },
    connectRetries: 0,
  };
}

const failedInterceptor = { progress: 'sent', reason: 'local', code: 'ERR_INTERCEPTOR' } as const;

function connectRetriesOf(config: InternalAxiosRequestConfig): number {
  return config['axios-retry']?.retryCount ?? 0;
}

export function notSent(reason: TransportFailure['reason'], code: string): TransportAnswer {
  return { type: 'failure', failure: { progress: 'unsent', reason, code }, connectRetries: 0 };
}
