import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { VerdictRule } from '../verdict/verdict.js';

/** What core needs to know of a platform: data and small functions, no class. */
export interface Platform {
  /** Short name for metrics and messages, for example `wechat-mp`. */
  readonly name: string;
  readonly baseUrl: string;
  /** One row per errcode. */
  readonly errcodes: readonly VerdictRule[];
  /** Fields of answers and requests that must never be printed, beside the ones that core knows. */
  readonly endpoints: readonly AnyEndpoint[];
}
