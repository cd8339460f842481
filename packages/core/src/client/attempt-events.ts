import type { Telemetry } from '../telemetry/telemetry.js';
import type { Verdict } from '../verdict/verdict.js';
import type { Call } from './call.js';
import type { Judged } from './call-error.js';

/** Which attempt of which call an event is about. */
export interface AttemptRef {
  readonly account: string;
  readonly call: Call;
  /** From 1. */
  readonly attempt: number;
}

export function tellAttempt(
  telemetry: Telemetry,
  ref: AttemptRef,
  { verdict, result }: Judged,
  durationMs: number,
): void {
  if (!telemetry.hears('attempt.ended')) return;
  const status = result.type === 'failure' ? undefined : result.status;
  telemetry.emit({ type: 'attempt.ended', ...fields(ref, verdict), status, durationMs });
}

export function tellRetry(telemetry: Telemetry, ref: AttemptRef, { verdict }: Judged, waitMs: number): void {
  if (!telemetry.hears('retry.scheduled')) return;
  telemetry.emit({ type: 'retry.scheduled', ...fields(ref, verdict), waitMs });
}

function fields({ account, call, attempt }: AttemptRef, { errcode, kind, outcome }: Verdict) {
  const { callId, endpoint, requestId } = call;
  const { name, path } = endpoint;
  return { callId, account, endpoint: name, requestId, attempt, path, errcode, kind, outcome };
}
