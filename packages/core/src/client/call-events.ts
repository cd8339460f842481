import { isWechatError, type WechatErrorCode } from '../errors/errors.js';
import type { CallDegraded, CallShared, EventOf, RetryExhausted } from '../telemetry/events.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Verdict } from '../verdict/verdict.js';
import type { Call } from './call.js';
import type { Judged } from './call-error.js';

/** What every event of a client's calls is made with. */
export interface CallEventParts {
  readonly account: string;
  readonly telemetry: Telemetry;
}

export function tellCallStart({ telemetry, account }: CallEventParts, call: Call): void {
  if (!telemetry.hears('call.started')) return;
  telemetry.emit({ type: 'call.started', ...callFields(account, call) });
}

export function tellCallEnd(
  { telemetry, account }: CallEventParts,
  call: Call,
  durationMs: number,
  error: unknown,
): void {
  if (!telemetry.hears('call.ended')) return;
  telemetry.emit({
    type: 'call.ended',
    ...callFields(account, call),
    attempts: call.trace.attempts,
    kind: call.trace.kind,
    errcode: call.trace.errcode,
    durationMs,
    error: errorCodeOf(error),
  });
}

/** @param attempt from 1 */
export function tellAttempt(
  { telemetry, account }: CallEventParts,
  call: Call,
  attempt: number,
  { verdict, result }: Judged,
  durationMs: number,
): void {
  if (!telemetry.hears('attempt.ended')) return;
  const status = result.type === 'failure' ? undefined : result.status;
  const fields = attemptFields(account, call, attempt, verdict);
  telemetry.emit({ type: 'attempt.ended', ...fields, status, durationMs });
}

/** @param attempt the one before, from 1 */
export function tellRetry(
  { telemetry, account }: CallEventParts,
  call: Call,
  attempt: number,
  { verdict, result }: Judged,
  waitMs: number,
): void {
  if (!telemetry.hears('retry.scheduled')) return;
  const status = result.type === 'failure' ? undefined : result.status;
  const fields = attemptFields(account, call, attempt, verdict);
  telemetry.emit({ type: 'retry.scheduled', ...fields, status, waitMs });
}

/** @param attempts requests that left */
export function tellExhausted(
  { telemetry, account }: CallEventParts,
  call: Call,
  attempts: number,
  { verdict, result }: Judged,
  reason: RetryExhausted['reason'],
): void {
  if (!telemetry.hears('retry.exhausted')) return;
  const { errcode, kind } = verdict;
  const status = result.type === 'failure' ? undefined : result.status;
  const { path } = call.endpoint;
  const fields = { ...callFields(account, call), attempts, path, status, errcode, kind, reason };
  telemetry.emit({ type: 'retry.exhausted', ...fields });
}

/** A read that needed no request of its own. */
export function tellShared(
  { telemetry, account }: CallEventParts,
  call: Call,
  from: CallShared['from'],
): void {
  if (!telemetry.hears('call.shared')) return;
  telemetry.emit({ type: 'call.shared', ...callFields(account, call), from });
}

/** @param ageMs of what was answered, where it was an answer of the platform's */
export function tellDegraded(
  { telemetry, account }: CallEventParts,
  call: Call,
  from: CallDegraded['from'],
  ageMs: number | undefined,
  reason: WechatErrorCode,
): void {
  if (!telemetry.hears('call.degraded')) return;
  telemetry.emit({ type: 'call.degraded', ...callFields(account, call), from, ageMs, reason });
}

function callFields(account: string, { callId, endpoint, requestId, group }: Call) {
  return { callId, account, endpoint: endpoint.name, requestId, group };
}

function attemptFields(account: string, call: Call, attempt: number, { errcode, kind, outcome }: Verdict) {
  return { ...callFields(account, call), attempt, path: call.endpoint.path, errcode, kind, outcome };
}

function errorCodeOf(error: unknown): EventOf<'call.ended'>['error'] {
  if (error === undefined) return undefined;
  return isWechatError(error) ? error.code : 'UNEXPECTED';
}
