import type { AxiosAdapter, AxiosInstance, AxiosRequestConfig } from 'axios';
import type { Clock } from '../clock/clock.js';
import { systemClock } from '../clock/clock.js';
import { ConfigError } from '../errors/errors.js';
import { fullJitter } from '../retry/backoff.js';
import { AttemptError } from './attempt-error.js';
import { createInstance } from './axios-instance.js';
import { type Carry, firstTryDirect } from './first-try.js';
import { bytesOf, toConfig } from './request-config.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';
import { notSent, toAnswer, toFailure } from './transport-answer.js';
import { classifyForeignFailure } from './transport-failure.js';
import type { UndiciAdapter, UndiciAdapterOptions } from './undici-adapter.js';
import { defaultMaxAnswerBytes, undiciAdapter } from './undici-adapter.js';

const defaultMaxBodyBytes = 64 * 1024 * 1024;

export interface TransportOptions extends UndiciAdapterOptions {
  /** Where the platform is, or a reverse proxy in front of it; a path in it is kept as a prefix. */
  readonly baseUrl: string;
  /** Replaces the adapter over undici, for example with axios' own (`axios.getAdapter('http')`). */
  readonly adapter?: AxiosAdapter | undefined;
  /** Bodies beyond this end in a `too-large` failure before anything is sent. @default 64 MiB */
  readonly maxBodyBytes?: number | undefined;
  /** Wait before the n-th repetition of a connect. @default full jitter from 100 ms, at most 2 s */
  readonly connectRetryDelayMs?: ((attempt: number) => number) | undefined;
  readonly clock?: Clock | undefined;
}

export interface AxiosTransport extends Transport {
  /**
   * This transport's own axios, for interceptors. What they throw becomes a `local` failure. Once it has been asked for,
   * every request goes through it from its first try on.
   */
  readonly instance: AxiosInstance;
}

/**
 * The transport over a private axios instance with axios-retry.
 *
 * axios-retry repeats only what never left this process: an unknown name, a refused connection, a failed handshake.
 * Everything that was answered or may have been acted on is judged by the call, which knows whether repeating is safe.
 *
 * @throws ConfigError for a base URL or a proxy that is no http URL
 */
export function createTransport(options: TransportOptions): AxiosTransport {
  checkOptions(options);
  const maxBodyBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;
  const { adapter, close } = options.adapter ? foreignAdapter(options.adapter) : undiciAdapter(options);
  const instance = createInstance({
    baseUrl: options.baseUrl,
    adapter,
    adapterDefaults: options.adapter ? foreignAdapterDefaults(options) : {},
    connectRetryDelayMs: options.connectRetryDelayMs ?? connectRetryJitter,
    clock: options.clock ?? systemClock,
  });
  const throughAxios: Carry = (config) => instance.request(config);
  let carry = options.adapter ? throughAxios : firstTryDirect(instance, adapter, options.baseUrl);
  return {
    get instance() {
      // Whoever asks for it may hook into it.
      carry = throughAxios;
      return instance;
    },
    send: (request) => send(carry, request, maxBodyBytes),
    close,
  };
}

function connectRetryJitter(attempt: number): number {
  return fullJitter({ baseMs: 100, capMs: 2_000 }, attempt);
}

function checkOptions({ baseUrl, proxy, adapter }: TransportOptions): void {
  checkUrl('baseUrl', baseUrl);
  if (proxy === undefined) return;
  checkUrl('proxy', proxy);
  if (adapter) throw wrongOption('proxy', 'has no effect on an adapter of your own; let that adapter use it');
}

/** The value stays out of the message: a proxy's URL can hold a password. */
function checkUrl(path: string, value: string): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return;
  throw wrongOption(path, 'must be an absolute http or https URL');
}

function wrongOption(path: string, message: string): ConfigError {
  return new ConfigError(`${path}: ${message}`, { issues: [{ path, message }] });
}

/** An adapter of the user's, with its errors classified. Its connections are the user's too. */
function foreignAdapter(adapter: AxiosAdapter): UndiciAdapter {
  return {
    adapter: async (config) => {
      try {
        return await adapter(config);
      } catch (error) {
        throw new AttemptError(classifyForeignFailure(error), config);
      }
    },
    close: async () => {},
  };
}

/** Any status is an answer, and a redirect would carry the token to somebody else. */
function foreignAdapterDefaults(options: TransportOptions): AxiosRequestConfig {
  return {
    validateStatus: null,
    maxRedirects: 0,
    proxy: false,
    maxContentLength: options.maxAnswerBytes ?? defaultMaxAnswerBytes,
    maxBodyLength: options.maxBodyBytes ?? defaultMaxBodyBytes,
    transformResponse: [],
  };
}

async function send(carry: Carry, request: TransportRequest, maxBodyBytes: number): Promise<TransportAnswer> {
  const data = bytesOf(request.body);
  if (data && data.byteLength > maxBodyBytes) return notSent('too-large', 'ERR_BODY_TOO_LARGE');
  // To axios, 0 means no time-out at all.
  if (request.timeoutMs <= 0) return notSent('timeout', 'ETIMEDOUT');
  if (request.signal?.aborted) return notSent('aborted', 'ERR_CANCELED');
  try {
    return toAnswer(await carry(toConfig(request, data)));
  } catch (error) {
    return toFailure(error);
  }
}
