import type {
  AxiosAdapter,
  AxiosInstance,
  AxiosRequestConfig,
  AxiosResponse,
  InternalAxiosRequestConfig,
} from 'axios';
import { AxiosHeaders } from 'axios';
import { AttemptError } from './attempt-error.js';
import { headersOf } from './request-config.js';

/** Carries one request, and repeats connects as the request's own settings say. */
export type Carry = (config: AxiosRequestConfig) => Promise<AxiosResponse>;

/**
 * Goes straight to the adapter first. axios with its interceptors costs a client as much as the request itself, and does
 * nothing for it until somebody has hooked into it; so it comes in only where something has to be repeated.
 */
export function firstTryDirect(instance: AxiosInstance, adapter: AxiosAdapter, baseURL: string): Carry {
  return async (config) => {
    const startedAt = performance.now();
    try {
      return await adapter(internalConfig(config, baseURL));
    } catch (error) {
      if (!(error instanceof AttemptError) || error.failure.progress === 'sent') throw error;
      const timeout = (config.timeout ?? 0) - (performance.now() - startedAt);
      if (timeout <= 0) throw error;
      return instance.request({ ...config, timeout, adapter: afterFailure(error, adapter) });
    }
  };
}

/** What axios would have made of it. */
function internalConfig(config: AxiosRequestConfig, baseURL: string): InternalAxiosRequestConfig {
  const headers = Object.assign(new AxiosHeaders(), headersOf(config));
  return { ...config, baseURL, headers, method: config.method === 'POST' ? 'post' : 'get' };
}

/** An adapter whose first try has failed already: axios-retry sees that failure, and decides as ever. */
function afterFailure({ failure }: AttemptError, adapter: AxiosAdapter): AxiosAdapter {
  let isFirst = true;
  return (config) => {
    if (!isFirst) return adapter(config);
    isFirst = false;
    return Promise.reject(new AttemptError(failure, config));
  };
}
