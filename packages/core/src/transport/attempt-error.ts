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
  return error;
}

/** `undefined`: somebody else's error. */
export function attemptEndOf(error: unknown): AttemptEnd | undefined {
  return typeof error === 'object' && error !== null ? ends.get(error) : undefined;
}
