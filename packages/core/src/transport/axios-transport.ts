import type { AxiosAdapter, AxiosInstance, AxiosRequestConfig } from 'axios';
import type { Clock } from '../clock/clock.js';
import { systemClock } from '../clock/clock.js';
import { ConfigError } from '../errors/errors.js';
import { fullJitter } from '../retry/backoff.js';
import { attemptError } from './attempt-error.js';
import { isRepeatable } from './axios-instance.js';
import { type CarryOnce, directCarry } from './direct-carry.js';
import { type AdapterMaker, PrivateAxios } from './private-axios.js';
import { bytesOf, toConfig } from './request-config.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';
import { heardAnswer, notSent } from './transport-answer.js';
import { classifyForeignFailure } from './transport-failure.js';
import { undiciAdapter } from './undici-adapter.js';
import { defaultMaxAnswerBytes, type UndiciOptions, undiciCarrier } from './undici-carrier.js';
import type { Exchanged } from './undici-exchange.js';

const defaultMaxBodyBytes = 64 * 1024 * 1024;

export interface TransportOptions extends UndiciOptions {
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
  /** Loads what a request needs; else the first one does. */
  open(): Promise<void>;
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
  return options.adapter
    ? overAxios(options, options.adapter, maxBodyBytes)
    : overUndici(options, maxBodyBytes);
}

/** Through an adapter of the user's, whose connections are the user's too. */
function overAxios(options: TransportOptions, adapter: AxiosAdapter, maxBodyBytes: number): AxiosTransport {
  const axios = axiosWith(options, withFailures(adapter), foreignAdapterDefaults(options));
  const carry: Carry = async (request, data) => (await axios.open()).carry(toConfig(request, data));
  return {
    get instance() {
      return axios.openNow().instance;
    },
    open: async () => void (await axios.open()),
    send: (request) => send(carry, request, maxBodyBytes),
    close: async () => {},
  };
}

function overUndici(options: TransportOptions, maxBodyBytes: number): AxiosTransport {
  const carrier = undiciCarrier(options);
  const axios = axiosWith(options, (loaded) => undiciAdapter(loaded, carrier), {});
  let carry = firstTryDirect(directCarry(carrier, options.baseUrl), axios);
  return {
    get instance() {
      const opened = axios.openNow();
      // Whoever asks for it may hook into it.
      carry = (request, data) => opened.carry(toConfig(request, data));
      return opened.instance;
    },
    open: () => carrier.open(),
    send: (request) => send(carry, request, maxBodyBytes),
    close: () => carrier.close(),
  };
}

function axiosWith(
  options: TransportOptions,
  adapter: AdapterMaker,
  adapterDefaults: AxiosRequestConfig,
): PrivateAxios {
  return new PrivateAxios({
    baseUrl: options.baseUrl,
    adapter,
    adapterDefaults,
    connectRetryDelayMs: options.connectRetryDelayMs ?? connectRetryJitter,
    clock: options.clock ?? systemClock,
  });
}

/** Carries one request, and repeats connects as the request's own settings say. */
type Carry = (request: TransportRequest, data: Buffer | undefined) => Promise<TransportAnswer>;

/** axios comes in, and is loaded, only where something has to be repeated. */
function firstTryDirect(carryOnce: CarryOnce, axios: PrivateAxios): Carry {
  const carryOn = async (
    request: TransportRequest,
    data: Buffer | undefined,
    end: Extract<Exchanged, { type: 'failure' }>,
    startedAt: number,
  ): Promise<TransportAnswer> => {
    if (!isRepeatable(end.failure) || request.connectRetries === 0) return { ...end, connectRetries: 0 };
    const opened = await axios.open();
    // axios itself would not say that nothing has left.
    if (request.signal?.aborted) return aborted;
    const config = toConfig(request, data);
    const timeout = (config.timeout ?? 0) - (performance.now() - startedAt);
    if (timeout <= 0) return { ...end, connectRetries: 0 };
    return opened.carryOn({ ...config, timeout }, end.failure);
  };
  return (request, data) => {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      carryOnce(request, data, (end) => {
        resolve(end.type === 'response' ? heardAnswer(end) : carryOn(request, data, end, startedAt));
      });
    });
  };
}

function connectRetryJitter(attempt: number): number {
  return fullJitter({ baseMs: 100, capMs: 2_000 }, attempt);
}

function checkOptions({ baseUrl, proxy, adapter }: TransportOptions): void {
  checkUrl('baseUrl', baseUrl);
  if (proxy === undefined) return;
  checkUrl('proxy', proxy);
  checkCredentials('proxy', proxy);
  if (adapter) throw wrongOption('proxy', 'has no effect on an adapter of your own; let that adapter use it');
}

/** The value stays out of the message: a proxy's URL can hold a password. */
function checkUrl(path: string, value: string): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return;
  throw wrongOption(path, 'must be an absolute http or https URL');
}

/** undici decodes them, and would throw at the first call what nobody understands there. */
function checkCredentials(path: string, value: string): void {
  const { username, password } = new URL(value);
  try {
    for (const part of [username, password]) decodeURIComponent(part);
  } catch {
    throw wrongOption(path, 'has a name or a password with a lone %; write it as %25');
  }
}

function wrongOption(path: string, message: string): ConfigError {
  return new ConfigError(`${path}: ${message}`, { issues: [{ path, message }] });
}

function withFailures(adapter: AxiosAdapter): AdapterMaker {
  return (axios) => async (config) => {
    try {
      return await adapter(config);
    } catch (error) {
      throw attemptError(axios, { failure: classifyForeignFailure(error), config });
    }
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

function send(carry: Carry, request: TransportRequest, maxBodyBytes: number): Promise<TransportAnswer> {
  const data = bytesOf(request.body);
  if (data && data.byteLength > maxBodyBytes) return Promise.resolve(tooLarge);
  // To axios, 0 means no time-out at all.
  if (request.timeoutMs <= 0) return Promise.resolve(tooLate);
  if (request.signal?.aborted) return Promise.resolve(aborted);
  return carry(request, data);
}

const tooLarge = notSent('too-large', 'ERR_BODY_TOO_LARGE');
const tooLate = notSent('timeout', 'ETIMEDOUT');
const aborted = notSent('aborted', 'ERR_CANCELED');
