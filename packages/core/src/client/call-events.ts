import { isWechatError } from '../errors/errors.js';
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
    ...call.trace,
    durationMs,
    error: isWechatError(error) ? error.code : undefined,
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

function callFields(account: string, { callId, endpoint, requestId, group }: Call) {
  return { callId, account, endpoint: endpoint.name, requestId, group };
}

function attemptFields(account: string, call: Call, attempt: number, { errcode, kind, outcome }: Verdict) {
  return { ...callFields(account, call), attempt, path: call.endpoint.path, errcode, kind, outcome };
}
