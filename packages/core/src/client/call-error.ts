import type { AnyEndpoint } from '../endpoint/endpoint.js';
import {
  type AnyWechatError,
  ApiError,
  DeadlineError,
  type ErrorContext,
  HttpError,
  NetworkError,
  OutcomeUnknownError,
  RateLimitError,
  ResponseError,
  TokenError,
  ValidationError,
} from '../errors/errors.js';
import type { TransportFailure, TransportResult, Verdict } from '../verdict/verdict.js';
import type { Call } from './call.js';
import type { LimitClosure } from './limit-closure.js';

/** The last attempt of a call: what came, what it means, and what the platform calls it. */
export interface Judged {
  readonly verdict: Verdict;
  readonly result: TransportResult;
  /** The platform's id of the request, where its text names one. */
  readonly rid: string | undefined;
  /** The first characters of an answer that could not be read. */
  readonly sample: string | undefined;
}

/** An attempt that went wrong, with what followed where it met a limit. */
export interface FailedAttempt {
  readonly judged: Judged;
  readonly closure: LimitClosure | undefined;
}

/** What an error names of its call. */
export interface NamedCall {
  readonly endpoint: Pick<AnyEndpoint, 'name' | 'kind'>;
  readonly requestId: string | undefined;
}

export function contextOf(call: NamedCall, attempts?: number): ErrorContext {
  return { endpoint: call.endpoint.name, requestId: call.requestId, attempts };
}

/** Makes the error of a call that the platform, or the way to it, ended. */
export function errorOf(
  call: Call,
  attempt: FailedAttempt,
  attempts: number,
  retryAfterMs: number,
): AnyWechatError {
  const { judged } = attempt;
  const { verdict, result } = judged;
  const context = { ...contextOf(call, attempts), hint: verdict.hint };
  const name = call.endpoint.name;
  if (verdict.kind === 'aborted') return endedError(call, attempts);
  if (verdict.scope !== undefined) return limitError(call, attempt, attempts, retryAfterMs);
  switch (result.type) {
    case 'failure':
      return failureError(name, verdict, result.failure, context);
    case 'no-answer':
      return noAnswerError(name, judged, result.status, context);
    case 'answer':
      return result.errcode === 0
        ? noAnswerError(name, judged, result.status, context)
        : refusal(call, judged, result, context);
  }
}

function failureError(
  name: string,
  { kind }: Verdict,
  { reason, code }: TransportFailure,
  context: ErrorContext,
): AnyWechatError {
  switch (kind) {
    case 'unreadable':
      return new ResponseError(`${name}: the answer cannot be read (${code})`, context);
    case 'bad-argument': {
      const issues = [{ path: 'body', message: code }];
      return new ValidationError(`${name}: the request cannot be sent (${code})`, { ...context, issues });
    }
    default:
      return new NetworkError(`${name}: no answer (${reason}, ${code})`, { ...context, systemCode: code });
  }
}

/** Something answered, but not the platform in its own words. */
function noAnswerError(
  name: string,
  { verdict, sample }: Judged,
  status: number,
  context: ErrorContext,
): AnyWechatError {
  if (verdict.kind !== 'unreadable') return new HttpError(`${name}: HTTP ${status}`, { ...context, status });
  const seen = sample === undefined ? { status } : { status, sample };
  return new ResponseError(`${name}: the answer cannot be read`, { ...context, ...seen });
}

function refusal(
  call: Call,
  { verdict, rid }: Judged,
  answer: Extract<TransportResult, { type: 'answer' }>,
  context: ErrorContext,
): AnyWechatError {
  const { errcode, errmsg } = answer;
  if (verdict.kind === 'token-invalid' || verdict.kind === 'token-missing') {
    const message = `${call.endpoint.name}: errcode ${errcode} ${errmsg}, also with a fresh token`;
    return new TokenError(message, { ...context, errcode, errmsg, meaning: verdict.meaning });
  }
  const hint = verdict.kind === 'ip-not-allowed' ? hintWithAddress(verdict.hint, errmsg) : context.hint;
  return new ApiError({ ...context, hint, errcode, errmsg, rid, meaning: verdict.meaning });
}

/** Only the platform sees the address that calls come from, and only its errmsg tells it. */
function hintWithAddress(hint: string, errmsg: string): string {
  const [address] = /\b\d{1,3}(?:\.\d{1,3}){3}\b/.exec(errmsg) ?? [];
  return address === undefined ? hint : `The calls come from ${address}. ${hint}`;
}

function limitError(
  call: Call,
  { judged: { verdict, result }, closure }: FailedAttempt,
  attempts: number,
  retryAfterMs: number,
): RateLimitError {
  const answer = result.type === 'answer' && result.errcode !== 0 ? result : undefined;
  const status = result.type === 'failure' ? 429 : result.status;
  const what = answer === undefined ? `HTTP ${status}` : `errcode ${answer.errcode} ${answer.errmsg}`;
  return new RateLimitError(
    `${call.endpoint.name}: ${what}; come back in ${Math.ceil(retryAfterMs / 1000)} s`,
    {
      ...contextOf(call, attempts),
      hint: verdict.hint,
      scope: verdict.scope ?? 'endpoint',
      origin: 'platform',
      retryAfterMs,
      errcode: answer?.errcode,
      errmsg: answer?.errmsg,
      meaning: verdict.meaning,
      attributedTo: closure?.attributedTo,
      risingSince: closure?.risingSince,
    },
  );
}

/** What held a call back, as an error of this call: that of a token is shared by everybody who waits for it. */
export function heldBackError(call: Call, attempts: number, error: AnyWechatError): AnyWechatError {
  if (error.code === 'DEADLINE') return endedError(call, attempts);
  if (error.code !== 'TOKEN_ERROR') return error;
  const { message, hint, retryAfterMs, errcode, errmsg, meaning, cause } = error;
  const context = { ...contextOf(call, attempts), hint, retryAfterMs, errcode, errmsg, meaning, cause };
  return new TokenError(`${call.endpoint.name}: ${message}`, context);
}

/** Our own limit came in the way of a repetition, which `cause` had made necessary. */
export function heldBackRepetition(
  call: Call,
  attempts: number,
  { message, hint, scope, retryAfterMs, origin }: RateLimitError,
  cause: AnyWechatError,
): RateLimitError {
  const context = { ...contextOf(call, attempts), hint, scope, retryAfterMs, origin, cause };
  return new RateLimitError(message, context);
}

export function endedError(call: Call, attempts: number): DeadlineError {
  const aborted = call.deadline.reason() === 'aborted';
  return new DeadlineError(
    aborted
      ? `${call.endpoint.name}: aborted by the caller`
      : `${call.endpoint.name}: the deadline has passed`,
    {
      ...contextOf(call, attempts),
      reason: aborted ? 'aborted' : 'deadline',
      hint: aborted
        ? undefined
        : 'Give the call a longer `deadlineMs`, or lower the load so that it waits less.',
    },
  );
}

/** The error of a call that may have been carried out; `cause` is what happened last. */
export function unknownError(
  call: NamedCall,
  cause: AnyWechatError | undefined,
  attempts: number,
  repeatableForMs?: number,
): OutcomeUnknownError {
  const isMessage = call.endpoint.kind === 'message';
  return new OutcomeUnknownError(`${call.endpoint.name}: nobody knows whether it was carried out`, {
    ...contextOf(call, attempts),
    cause,
    repeatableForMs,
    hint: isMessage
      ? messageHint(repeatableForMs)
      : 'Look on the platform whether it was carried out before you repeat it.',
  });
}

function messageHint(repeatableForMs: number | undefined): string {
  if (repeatableForMs !== undefined) {
    const seconds = Math.floor(repeatableForMs / 1000);
    return `Call again with the same requestId within ${seconds} s: until then the platform takes a second one for the first.`;
  }
  return "Wait for the delivery callback, or send again with `resend: 'unknown'` if a second message does less harm than none.";
}
