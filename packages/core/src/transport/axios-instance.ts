import type {
  AxiosAdapter,
  AxiosInstance,
  AxiosRequestConfig,
  AxiosRequestHeaders,
  AxiosStatic,
} from 'axios';
import type { Clock } from '../clock/clock.js';
import type { TransportFailure } from '../verdict/verdict.js';
import { attemptEndOf, attemptError } from './attempt-error.js';
import type { AxiosModules } from './axios-modules.js';
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
export function createInstance(modules: AxiosModules, options: InstanceOptions): AxiosInstance {
  const instance = modules.axios.create();
  replaceDefaults(instance, {
    adapter: options.adapter,
    baseURL: options.baseUrl,
    responseType: 'arraybuffer',
    transformRequest: writeHeaders,
    ...options.adapterDefaults,
  });
  // Its own defaults would re-send a POST whose connection was reset.
  modules.axiosRetry(instance, {
    retries: usualConnectRetries,
    retryCondition: (error) => isRepeatable(attemptEndOf(error)?.failure),
    // All connects of an attempt share its time-out; the call counts on it for its deadline, its lease and its window.
    shouldResetTimeout: false,
    retryDelay: () => 0,
    onRetry: connectRetryWait(modules.axios, options),
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
  // axios would say that nothing is a form.
  if (data === undefined) headers.set('content-type', false, false);
  return data;
}

/** A connection that could not be had may be had in a moment; an argument of ours stays wrong. */
export function isRepeatable(failure: TransportFailure | undefined): boolean {
  if (failure === undefined) return false;
  const { progress, reason } = failure;
  return (
    progress === 'unsent' &&
    (reason === 'connect' || reason === 'dns' || reason === 'tls' || reason === 'timeout')
  );
}

/** Waits by the clock, because axios-retry's own timer cannot be advanced. */
function connectRetryWait(axios: AxiosStatic, { clock, connectRetryDelayMs }: InstanceOptions) {
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
      const end = attemptEndOf(error);
      throw end === undefined ? error : attemptError(axios, { ...end, failure });
    }
  };
}
