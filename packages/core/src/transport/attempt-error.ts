import type { InternalAxiosRequestConfig } from 'axios';
import { AxiosError } from 'axios';
import type { TransportFailure } from '../verdict/verdict.js';

/** What an adapter throws inside the axios instance: an AxiosError to interceptors, a classified failure to us. */
export class AttemptError extends AxiosError {
  readonly failure: TransportFailure;

  constructor(failure: TransportFailure, config: InternalAxiosRequestConfig) {
    super(`${failure.reason} (${failure.code})`, failure.code, config);
    this.failure = failure;
  }
}
