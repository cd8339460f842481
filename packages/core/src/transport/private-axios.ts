import type { AxiosAdapter, AxiosInstance, AxiosRequestConfig, AxiosStatic } from 'axios';
import type { TransportFailure } from '../verdict/verdict.js';
import { attemptError } from './attempt-error.js';
import { createInstance, type InstanceOptions } from './axios-instance.js';
import { type AxiosModules, loadAxios, requireAxios } from './axios-modules.js';
import type { TransportAnswer } from './transport.js';
import { toAnswer, toFailure } from './transport-answer.js';

/** Makes the adapter of an instance, once axios is there. */
export type AdapterMaker = (axios: AxiosStatic) => AxiosAdapter;

export interface PrivateAxiosOptions extends Omit<InstanceOptions, 'adapter'> {
  readonly adapter: AdapterMaker;
}

/** An axios of the transport's own, made when it is first needed. */
export class PrivateAxios {
  readonly #options: PrivateAxiosOptions;
  #opened: OpenAxios | undefined;

  constructor(options: PrivateAxiosOptions) {
    this.#options = options;
  }

  async open(): Promise<OpenAxios> {
    if (this.#opened !== undefined) return this.#opened;
    const modules = await loadAxios();
    return this.#openWith(modules);
  }

  openNow(): OpenAxios {
    return this.#opened ?? this.#openWith(requireAxios());
  }

  /** There is one instance, however many have asked for it meanwhile. */
  #openWith(modules: AxiosModules): OpenAxios {
    this.#opened ??= new OpenAxios(modules, this.#options);
    return this.#opened;
  }
}

export class OpenAxios {
  readonly instance: AxiosInstance;
  readonly #axios: AxiosStatic;
  readonly #adapter: AxiosAdapter;

  constructor(modules: AxiosModules, options: PrivateAxiosOptions) {
    this.#axios = modules.axios;
    this.#adapter = options.adapter(modules.axios);
    this.instance = createInstance(modules, { ...options, adapter: this.#adapter });
  }

  /** Repeats connects as the request's own settings say. Never rejects. */
  async carry(config: AxiosRequestConfig): Promise<TransportAnswer> {
    try {
      return toAnswer(await this.instance.request(config));
    } catch (error) {
      return toFailure(error, this.#axios);
    }
  }

  /** The same for a request whose first try has failed already: axios-retry sees that failure, and decides as ever. */
  carryOn(config: AxiosRequestConfig, failure: TransportFailure): Promise<TransportAnswer> {
    let isFirst = true;
    const adapter: AxiosAdapter = (attempt) => {
      if (!isFirst) return this.#adapter(attempt);
      isFirst = false;
      return Promise.reject(attemptError(this.#axios, { failure, config: attempt }));
    };
    return this.carry({ ...config, adapter });
  }
}
