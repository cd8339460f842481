import { DeadlineError, RateLimitError, StoreUnavailableError } from '../errors/errors.js';
import type { DeadlineReason } from '../retry/deadline.js';
import type { Door } from './door.js';

/** What names a call in an error. */
interface NamedCall {
  readonly endpoint: string;
  readonly requestId: string | undefined;
}

const limitNames = {
  recipient: 'the limit per recipient',
  endpoint: 'the limit of this endpoint',
  app: 'the limit of the app',
  gateway: 'the limit of the gateway',
  group: 'the budget of its group',
  tenant: 'the budget of its tenant',
} as const;

const reasons = {
  limit: (what: string) => `${what} is reached`,
  barrier: (what: string) => `a limit answer closed it (${what})`,
  pace: (what: string) => `it goes on at a measured pace after a limit answer (${what})`,
} as const;

export function heldBack(call: NamedCall, door: Door, waitMs: number): RateLimitError {
  const retryAfterMs = Math.ceil(waitMs);
  const seconds = (retryAfterMs / 1000).toFixed(1);
  const why = reasons[door.by](limitNames[door.scope]);
  return new RateLimitError(
    `${call.endpoint}: not sent, ${why}; room again in ${seconds} s at the earliest`,
    {
      endpoint: call.endpoint,
      requestId: call.requestId,
      scope: door.scope,
      retryAfterMs,
      origin: 'ours',
      hint: `Call again after ${seconds} s, with the same requestId if it has one, or give the call a longer deadlineMs.`,
    },
  );
}

/** Floods are slowed down first; this is the refusal that comes last. */
export function tooManyWaiting(call: NamedCall, waitMs: number): RateLimitError {
  const retryAfterMs = Math.ceil(waitMs);
  return new RateLimitError(
    `${call.endpoint}: not sent, too many calls of its tenant stand in line already`,
    {
      endpoint: call.endpoint,
      requestId: call.requestId,
      scope: 'tenant',
      retryAfterMs,
      origin: 'ours',
      hint: "Call again later, make the tenant call less at once, or raise its tier's maxWaiting.",
    },
  );
}

/** Why a call that waited in line left it: its time was up, which is the limit's doing, or its caller went away. */
export function endedInLine(call: NamedCall, door: Door, waitMs: number, reason: DeadlineReason | undefined) {
  if (reason !== 'aborted') return heldBack(call, door, waitMs);
  return new DeadlineError(`${call.endpoint}: aborted while it waited for its turn`, {
    endpoint: call.endpoint,
    requestId: call.requestId,
    reason: 'aborted',
  });
}

export function limitsUnreachable(call: NamedCall, cause: StoreUnavailableError): StoreUnavailableError {
  return new StoreUnavailableError(
    `${call.endpoint}: not sent, because the shared limits cannot be asked (${cause.message})`,
    {
      endpoint: call.endpoint,
      requestId: call.requestId,
      store: 'limit',
      cause,
      hint: "Bring the store back, or allow each process to count alone with `limits.whenUnavailable: 'local'`.",
    },
  );
}
