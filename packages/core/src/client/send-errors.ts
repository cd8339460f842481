import {
  type AnyWechatError,
  ApiError,
  OutcomeUnknownError,
  RequestConflictError,
  ResponseError,
  SendInProgressError,
} from '../errors/errors.js';
import type { FailedRecord } from '../send/send-store.js';
import type { Meaning } from '../verdict/verdict.js';
import type { Call } from './call.js';
import { contextOf, endedError, type NamedCall } from './call-error.js';

export function conflictError(call: Call): RequestConflictError {
  return new RequestConflictError(
    `${call.endpoint.name}: requestId "${call.requestId}" stands for another message`,
    {
      ...contextOf(call),
      hint: 'Make the requestId from what the message is about, so that a changed message gets another one.',
    },
  );
}

/** Why a call stopped waiting for another one that sends the same message. */
export function stoppedWaitingError(call: Call): AnyWechatError {
  if (call.deadline.reason() === 'aborted') return endedError(call, 0);
  return new SendInProgressError(
    `${call.endpoint.name}: requestId "${call.requestId}" is being sent elsewhere`,
    { ...contextOf(call), hint: 'Ask again later with the same requestId to get its receipt.' },
  );
}

/** The last holder died at a moment from which nobody can tell whether the message went out. */
export function abandonedError(call: Call): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${call.endpoint.name}: a process stopped while it was sending this message`,
    {
      ...contextOf(call),
      hint: "Wait for the delivery callback, or send again with `resend: 'unknown'`.",
    },
  );
}

/** @param lostAt epoch milliseconds */
export function memoryLostError(call: Call, lostAt: number): OutcomeUnknownError {
  const when = new Date(lostAt).toISOString();
  return new OutcomeUnknownError(`${call.endpoint.name}: the send store lost its memory (noticed ${when})`, {
    ...contextOf(call),
    hint: 'Find out which messages went out before that, then call `sends.acceptLoss()` to go on.',
  });
}

export function noMessageIdError(call: Call, attempts: number): ResponseError {
  return new ResponseError(`${call.endpoint.name}: the platform said ok, but named no message id`, {
    ...contextOf(call, attempts),
    hint: 'The message counts as unknown; the delivery callback tells whether it went out.',
  });
}

/** The refusal of an earlier call under the same `requestId`. */
export function storedRefusal(call: NamedCall, record: FailedRecord, meaning: Meaning | undefined): ApiError {
  const { failure, attempts } = record;
  return new ApiError({
    ...contextOf(call, attempts),
    errcode: failure.errcode ?? 0,
    errmsg: failure.errmsg ?? failure.message,
    meaning,
    replayed: true,
    hint: "The platform refused this message before and was not asked again; `resend: 'failed'` asks it again.",
  });
}
