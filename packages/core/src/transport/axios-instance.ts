import type { AxiosAdapter, AxiosInstance, AxiosRequestConfig, AxiosRequestHeaders } from 'axios';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import type { Clock } from '../clock/clock.js';
import type { TransportFailure } from '../verdict/verdict.js';
import { AttemptError } from './attempt-error.js';
import { usualConnectRetries, usualHeaders } from './request-config.js';

export interface InstanceOptions {
  readonly baseUrl: string;
  readonly adapter: AxiosAdapter;
  /** What a user's own adapter needs beyond ours. */
  readonly adapterDefaults: AxiosRequestConfig;
  readonly connectRetryDelayMs: (attempt: number) => number;
  readonly clock: Clock;
}

/** A private axios that repeats nothing but connects. */
export function createInstance(options: InstanceOptions): AxiosInstance {
  const instance = axios.create();
  replaceDefaults(instance, {
    adapter: options.adapter,
    baseURL: options.baseUrl,
    responseType: 'arraybuffer',
    transformRequest: writeHeaders,
    ...options.adapterDefaults,
  });
  // Its own defaults would re-send a POST whose connection was reset.
  axiosRetry(instance, {
    retries: usualConnectRetries,
    retryCondition: (error) => error instanceof AttemptError && isRepeatable(error.failure),
    // All connects of an attempt share its time-out; the call counts on it for its deadline, its lease and its window.
    shouldResetTimeout: false,
    retryDelay: () => 0,
    onRetry: connectRetryWait(options),
  });
  return instance;
}

/**
 * axios copies every default into every request, so the ones that this transport does not use are taken out:
 * they cost half of what axios costs. `instance` holds the object itself, hence in place.
 */
function replaceDefaults(instance: AxiosInstance, defaults: AxiosRequestConfig): void {
  for (const name of Object.keys(instance.defaults)) Reflect.deleteProperty(instance.defaults, name);
  Object.assign(instance.defaults, defaults);
}

/** Here and not per request: a request without headers spares axios a deep merge. */
function writeHeaders(data: unknown, headers: AxiosRequestHeaders): unknown {
  for (const [name, value] of Object.entries(usualHeaders(data !== undefined)))
    headers.set(name, value, false);
  return data;
}

/** A connection that could not be had may be had in a moment; an argument of ours stays wrong. */
function isRepeatable(failure: TransportFailure): boolean {
  const { progress, reason } = failure;
  return (
    progress === 'unsent' &&
    (reason === 'connect' || reason === 'dns' || reason === 'tls' || reason === 'timeout')
  );
}

/** Waits by the clock, because axios-retry's own timer cannot be advanced. */
function connectRetryWait({ clock, connectRetryDelayMs }: InstanceOptions) {
  return async (attempt: number, error: unknown, config: AxiosRequestConfig): Promise<void> => {
    const signal = config.signal instanceof AbortSignal ? config.signal : undefined;
    const delayMs = connectRetryDelayMs(attempt);
    const remainingMs = (config.timeout ?? 0) - delayMs;
    if (remainingMs <= 0) throw error;
    config.timeout = remainingMs;
    try {
      await clock.sleep(delayMs, signal);
    } catch {
      const failure = { progress: 'unsent', reason: 'aborted', code: 'ERR_CANCELED' } as const;
      throw error instanceof AttemptError && error.config ? new AttemptError(failure, error.config) : error;
    }
  };
}
