export const verdictKinds = [
  'ok',
  'token-invalid',
  'token-missing',
  'configuration',
  'ip-not-allowed',
  'rate-minute',
  'rate-day',
  'rate-concurrency',
  'rate-user',
  'rate-gateway',
  'busy',
  'bad-argument',
  'user-refused',
  'user-unreachable',
  'permission',
  'content-risk',
  'not-found',
  'account-blocked',
  'network',
  'http',
  'unreadable',
  'aborted',
  'other',
] as const;

/** The idea behind an answer, independent of the platform's number for it. */
export type VerdictKind = (typeof verdictKinds)[number];

/** When the same request may go out again. `at` is a moment of the clock, in epoch milliseconds. */
export type RetryAdvice =
  | 'never'
  | 'now'
  | 'backoff'
  | 'after-refresh'
  | 'next-minute'
  | 'next-hour'
  | 'next-day'
  /** Nobody says how long the window is: a minute, then an hour, then until the day's end. */
  | 'longer-each-time'
  | { readonly at: number };

/** Whether the platform carried the request out. `unknown`: it may have. */
export type Outcome = 'done' | 'not-done' | 'unknown';

/** What a platform, or a gateway before it, counted a limit for. */
export type AnswerScope = 'recipient' | 'endpoint' | 'app' | 'gateway';

/** What a limit was counted for; groups and tenants are our own, no answer names them. */
export type LimitScope = AnswerScope | 'group' | 'tenant';

/** What one answer means. Retry, barrier, SendStore and log level all ask this and nothing else. */
export interface Verdict {
  readonly kind: VerdictKind;
  readonly retry: RetryAdvice;
  readonly outcome: Outcome;
  /** Present exactly where a limit was hit. */
  readonly scope: AnswerScope | undefined;
  /** The platform's number, kept verbatim, also where no table knows it. */
  readonly errcode: number | undefined;
  /** `name` of the table's row, for example `minute_quota_reached`. */
  readonly name: string | undefined;
  readonly meaning: Meaning | undefined;
  /** One sentence on what to do, without any secret. */
  readonly hint: string;
}

export interface Meaning {
  readonly zh: string;
  readonly en: string;
}

/**
 * One row of a platform's table.
 * `retry` and `outcome` may be left out: they follow from `kind`.
 */
export interface VerdictRule {
  readonly errcode: number;
  readonly name: string;
  readonly kind: VerdictKind;
  readonly retry?: RetryAdvice;
  /** @default 'not-done': a platform that answers a code did not carry the request out */
  readonly outcome?: Outcome;
  readonly scope?: AnswerScope;
  readonly meaning: Meaning;
  readonly hint?: string;
}

/** What a request came to, as the transport saw it and before anyone judged it. */
export type TransportResult =
  | {
      /** The platform answered JSON that carries an errcode, or JSON without one (then `errcode` is 0 on a 2xx). */
      readonly type: 'answer';
      readonly status: number;
      readonly errcode: number;
      readonly errmsg: string;
      /** Delay that the answer's `Retry-After` names, in milliseconds from now. */
      readonly retryAfterMs: number | undefined;
    }
  | {
      /** Something answered, but not with what the endpoint promises: HTML, an empty body, a damaged one. */
      readonly type: 'no-answer';
      readonly status: number;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly type: 'failure'; readonly failure: TransportFailure };

/** Why no answer came. */
export interface TransportFailure {
  /** `unsent`: not a byte of the request can have been acted on (DNS, refused, TLS). `sent`: it may have been. */
  readonly progress: 'unsent' | 'sent';
  readonly reason: 'connect' | 'dns' | 'tls' | 'timeout' | 'reset' | 'aborted' | 'too-large' | 'local';
  /** Node's or undici's code, for example `ECONNRESET`. */
  readonly code: string;
}
