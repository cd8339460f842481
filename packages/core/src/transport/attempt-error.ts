import type { AxiosError, AxiosStatic, InternalAxiosRequestConfig } from 'axios';
import type { TransportFailure } from '../verdict/verdict.js';

/** What an attempt inside an axios instance ended in. */
export interface AttemptEnd {
  readonly failure: TransportFailure;
  readonly config: InternalAxiosRequestConfig;
}

const ends = new WeakMap<object, AttemptEnd>();

/** What an adapter throws inside the axios instance: an AxiosError to interceptors, a classified failure to us. */
export function attemptError({ AxiosError }: AxiosStatic, end: AttemptEnd): AxiosError {
  const { failure, config } = end;
  const error = new AxiosError(`${failure.reason} (${failure.code})`, failure.code, config);
  ends.set(error, end);
  // Where the signal has aborted meanwhile, axios throws an error of its own instead, which has the config alone.
  ends.set(config, end);
  return error;
}

/** @param errorOrConfig `undefined` is answered for somebody else's error, and for an attempt that has not failed */
export function attemptEndOf(errorOrConfig: unknown): AttemptEnd | undefined {
  return typeof errorOrConfig === 'object' && errorOrConfig !== null ? ends.get(errorOrConfig) : undefined;
}
