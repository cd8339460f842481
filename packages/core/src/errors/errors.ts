import type { AnswerScope, LimitScope, Meaning } from '../verdict/verdict.js';
import { redactText } from './redact.js';

/** Tells our errors from others across two copies of this package in one process, where `instanceof` fails. */
const brand = Symbol.for('wetempo.error');

/** What any error may say about the call that it ended. */
export interface ErrorContext {
  /** `group.method` of the endpoint. */
  readonly endpoint?: string | undefined;
  readonly requestId?: string | undefined;
  /** Requests that left the process for this call. */
  readonly attempts?: number | undefined;
  /** One sentence on what to do. */
  readonly hint?: string | undefined;
  /** Kept without anything secret; an HTTP library's error never gets here. */
  readonly cause?: unknown;
}

/**
 * Base of every error that Wetempo throws. Safe to log in any way: neither message, JSON, `inspect` nor `cause` holds a
 * token, secret, ticket, key or one-time code.
 */
export abstract class WechatError extends Error {
  abstract readonly code: WechatErrorCode;
  readonly endpoint: string | undefined;
  readonly requestId: string | undefined;
  readonly attempts: number | undefined;
  readonly hint: string | undefined;

  constructor(message: string, context: ErrorContext = {}) {
    super(redactText(message), context.cause === undefined ? undefined : { cause: safeCause(context.cause) });
    Object.defineProperty(this, brand, { value: true });
    this.name = new.target.name;
    this.endpoint = context.endpoint;
    this.requestId = context.requestId;
    this.attempts = context.attempts;
    this.hint = context.hint === undefined ? undefined : redactText(context.hint);
  }

  /** Every own field that has a value, with `name` and `message`; the stack and the cause's internals stay out. */
  toJSON(): Record<string, unknown> {
    const fields = Object.entries(this).filter(([, value]) => value !== undefined);
    const cause = this.cause instanceof Error ? { cause: `${this.cause.name}: ${this.cause.message}` } : {};
    return { name: this.name, message: this.message, ...Object.fromEntries(fields), ...cause };
  }
}

/** A foreign error is reduced to its name, code, text and stack: libraries hang requests, hence tokens, on theirs. */
function safeCause(cause: unknown): unknown {
  if (isWechatError(cause)) return cause;
  if (!(cause instanceof Error)) return typeof cause === 'string' ? redactText(cause) : undefined;
  const safe = new Error(redactText(cause.message));
  safe.name = cause.name;
  if (cause.stack !== undefined) safe.stack = redactText(cause.stack);
  const code: unknown = Reflect.get(cause, 'code');
  return typeof code === 'string' ? Object.assign(safe, { code }) : safe;
}

/** What a platform's refusal adds. */
export interface ApiErrorContext extends ErrorContext {
  readonly errcode: number;
  readonly errmsg: string;
  /** The platform's id of the request, for its support and for `rid/get`. */
  readonly rid?: string | undefined;
  readonly meaning?: Meaning | undefined;
  /** The refusal was stored by an earlier call under this `requestId`; nothing was sent now. */
  readonly replayed?: boolean | undefined;
}

/** The platform answered and refused. */
export class ApiError extends WechatError {
  override readonly code = 'API_ERROR';
  readonly errcode: number;
  readonly errmsg: string;
  readonly rid: string | undefined;
  readonly meaning: Meaning | undefined;
  readonly replayed: boolean;

  constructor(context: ApiErrorContext) {
    super(apiMessage(context), context);
    this.errcode = context.errcode;
    this.errmsg = redactText(context.errmsg);
    this.rid = context.rid;
    this.meaning = context.meaning;
    this.replayed = context.replayed ?? false;
  }
}

function apiMessage(context: ApiErrorContext): string {
  const where = context.endpoint === undefined ? '' : `${context.endpoint}: `;
  const meaning = context.meaning === undefined ? '' : ` (${context.meaning.zh} / ${context.meaning.en})`;
  return `${where}errcode ${context.errcode} ${context.errmsg}${meaning}`;
}

export interface TokenErrorContext extends ErrorContext {
  /** From now until it is worth asking again, where that is known. */
  readonly retryAfterMs?: number | undefined;
  readonly errcode?: number | undefined;
  readonly errmsg?: string | undefined;
  readonly meaning?: Meaning | undefined;
}

/** No usable access token could be had. Nothing of the call itself was sent. */
export class TokenError extends WechatError {
  override readonly code = 'TOKEN_ERROR';
  readonly retryAfterMs: number | undefined;
  readonly errcode: number | undefined;
  readonly errmsg: string | undefined;
  readonly meaning: Meaning | undefined;

  constructor(message: string, context: TokenErrorContext = {}) {
    super(message, context);
    this.retryAfterMs = context.retryAfterMs;
    this.errcode = context.errcode;
    this.errmsg = context.errmsg === undefined ? undefined : redactText(context.errmsg);
    this.meaning = context.meaning;
  }
}

export interface RateLimitErrorContext extends ErrorContext {
  readonly scope: LimitScope;
  /** From now until the moment to come back. */
  readonly retryAfterMs: number;
  /** `ours`: held back before it left. `platform`: a limit answer came. */
  readonly origin: 'ours' | 'platform';
  readonly errcode?: number | undefined;
  readonly errmsg?: string | undefined;
  readonly meaning?: Meaning | undefined;
  /** Whose limit it seems to be, by the answer and by which endpoints met limits at the same time. */
  readonly attributedTo?: AnswerScope | undefined;
  /** Since when the endpoint's rate had been rising, in epoch milliseconds. */
  readonly risingSince?: number | undefined;
}

/** The call does not fit into a limit before its deadline. It was not carried out; the same `requestId` may come back. */
export class RateLimitError extends WechatError {
  override readonly code = 'RATE_LIMITED';
  readonly scope: LimitScope;
  readonly retryAfterMs: number;
  readonly origin: 'ours' | 'platform';
  readonly errcode: number | undefined;
  readonly errmsg: string | undefined;
  readonly meaning: Meaning | undefined;
  /** Whose limit it seems to be; `undefined` where no answer of the platform is behind it. */
  readonly attributedTo: AnswerScope | undefined;
  /** Since when the endpoint's rate had been rising, in epoch milliseconds; `undefined` where it had not. */
  readonly risingSince: number | undefined;

  constructor(message: string, context: RateLimitErrorContext) {
    super(message, context);
    this.scope = context.scope;
    this.retryAfterMs = context.retryAfterMs;
    this.origin = context.origin;
    this.errcode = context.errcode;
    this.errmsg = context.errmsg === undefined ? undefined : redactText(context.errmsg);
    this.meaning = context.meaning;
    this.attributedTo = context.attributedTo;
    this.risingSince = context.risingSince;
  }
}

/** The circuit of this endpoint is open after repeated failures; nothing was sent. */
export class CircuitOpenError extends WechatError {
  override readonly code = 'CIRCUIT_OPEN';
  readonly retryAfterMs: number;

  constructor(message: string, context: ErrorContext & { readonly retryAfterMs: number }) {
    super(message, context);
    this.retryAfterMs = context.retryAfterMs;
  }
}

/** The request may have been carried out, and repeating it might do it twice. */
export class OutcomeUnknownError extends WechatError {
  override readonly code = 'OUTCOME_UNKNOWN';
  /**
   * For how long yet the same call, with the same `requestId`, does no harm: the platform still knows the message, and takes
   * a second one for the first. `undefined`: it never did, or no more.
   */
  readonly repeatableForMs: number | undefined;

  constructor(
    message: string,
    context: ErrorContext & { readonly repeatableForMs?: number | undefined } = {},
  ) {
    super(message, context);
    this.repeatableForMs = context.repeatableForMs;
  }
}

/** The `requestId` stands for another message. Nothing was sent. */
export class RequestConflictError extends WechatError {
  override readonly code = 'REQUEST_CONFLICT';
}

/** Another process is still sending this very `requestId`. */
export class SendInProgressError extends WechatError {
  override readonly code = 'SEND_IN_PROGRESS';
}

/** The call's overall time is up, or the caller aborted it or closed the client, and it was not carried out. */
export class DeadlineError extends WechatError {
  override readonly code = 'DEADLINE';
  readonly reason: 'deadline' | 'aborted';

  constructor(message: string, context: ErrorContext & { readonly reason: 'deadline' | 'aborted' }) {
    super(message, context);
    this.reason = context.reason;
  }
}

/** No answer came, and the request was not carried out or does no harm when repeated. */
export class NetworkError extends WechatError {
  override readonly code = 'NETWORK';
  /** Node's or undici's code, for example `ECONNREFUSED`. */
  readonly systemCode: string;

  constructor(message: string, context: ErrorContext & { readonly systemCode: string }) {
    super(message, context);
    this.systemCode = context.systemCode;
  }
}

/** Something between us and the platform answered with an HTTP status instead of the platform's JSON. */
export class HttpError extends WechatError {
  override readonly code = 'HTTP';
  readonly status: number;

  constructor(message: string, context: ErrorContext & { readonly status: number }) {
    super(message, context);
    this.status = context.status;
  }
}

/** An answer came, but cannot be read as what the endpoint promises. */
export class ResponseError extends WechatError {
  override readonly code = 'RESPONSE';
  readonly status: number | undefined;
  /** The first characters of what came, redacted. */
  readonly sample: string | undefined;

  constructor(
    message: string,
    context: ErrorContext & { readonly status?: number; readonly sample?: string } = {},
  ) {
    super(message, context);
    this.status = context.status;
    this.sample = context.sample === undefined ? undefined : redactText(context.sample);
  }
}

/** One thing that is wrong with a request or an option. */
export interface ValidationIssue {
  /** Where, for example `data.thing1.value`. */
  readonly path: string;
  readonly message: string;
}

/** The request breaks a rule that is known here. Nothing was sent, nothing was spent. */
export class ValidationError extends WechatError {
  override readonly code = 'VALIDATION';
  readonly issues: readonly ValidationIssue[];

  constructor(message: string, context: ErrorContext & { readonly issues: readonly ValidationIssue[] }) {
    super(message, context);
    this.issues = context.issues;
  }
}

/** A shared store cannot be reached. A message is not sent then. */
export class StoreUnavailableError extends WechatError {
  override readonly code = 'STORE_UNAVAILABLE';
  readonly store: 'send' | 'token' | 'limit' | 'callback';

  constructor(
    message: string,
    context: ErrorContext & { readonly store: 'send' | 'token' | 'limit' | 'callback' },
  ) {
    super(message, context);
    this.store = context.store;
  }
}

/** An option, an environment or a declaration is wrong; thrown when things are constructed. */
export class ConfigError extends WechatError {
  override readonly code = 'CONFIG';
  readonly issues: readonly ValidationIssue[];

  constructor(
    message: string,
    context: ErrorContext & { readonly issues?: readonly ValidationIssue[] } = {},
  ) {
    super(message, context);
    this.issues = context.issues ?? [];
  }
}

/**
 * Why a callback was refused.
 * - `request`: not what the platform sends: another method, a query that lacks something
 * - `signature`, `stale`, `replayed`: nobody proves that the platform sent this, or sent it just now
 * - `mode`: plain where the account's mode is encrypted, or the other way round
 * - `decryption`: a wrong key, or damaged data
 * - `receive-id`: meant for another account
 * - `content`: cannot be read as XML or JSON, or is no message
 * - `too-large`
 */
export type CallbackRefusal =
  | 'request'
  | 'signature'
  | 'stale'
  | 'replayed'
  | 'mode'
  | 'decryption'
  | 'receive-id'
  | 'content'
  | 'too-large';

/** What the platform, or somebody in its name, pushed at us is not acceptable. */
export class CallbackError extends WechatError {
  override readonly code = 'CALLBACK';
  /** @default 'content' */
  readonly reason: CallbackRefusal;

  constructor(
    message: string,
    context: ErrorContext & { readonly reason?: CallbackRefusal | undefined } = {},
  ) {
    super(message, context);
    this.reason = context.reason ?? 'content';
  }
}

/** Every error that Wetempo throws; switch on `code`. */
export type AnyWechatError =
  | ApiError
  | TokenError
  | RateLimitError
  | CircuitOpenError
  | OutcomeUnknownError
  | RequestConflictError
  | SendInProgressError
  | DeadlineError
  | NetworkError
  | HttpError
  | ResponseError
  | ValidationError
  | StoreUnavailableError
  | ConfigError
  | CallbackError;

export type WechatErrorCode = AnyWechatError['code'];

/** Whether `value` is one of ours, also when another copy of this package made it. */
export function isWechatError(value: unknown): value is AnyWechatError {
  return value instanceof Error && Reflect.get(value, brand) === true;
}

/** Whether `value` is ours and of that code, for example `isWechatErrorOf(error, 'RATE_LIMITED')`. */
export function isWechatErrorOf<Code extends WechatErrorCode>(
  value: unknown,
  code: Code,
): value is Extract<AnyWechatError, { code: Code }> {
  return isWechatError(value) && value.code === code;
}
