import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import { type AnyWechatError, isWechatError } from '../errors/errors.js';
import type { SendReceipt } from '../send/send-receipt.js';
import type { PushClient } from './push-client.js';
import type { PushItem, PushSettings } from './push-plan.js';
import type { PushResult } from './push-result.js';

/** What sending one item came to. */
export type ItemOutcome =
  | { readonly type: 'ended'; readonly result: PushResult }
  /** To be tried again: nothing left and there may be room later, or what left may be repeated without harm. */
  | {
      readonly type: 'put-off';
      readonly retryAfterMs: number;
      readonly error: AnyWechatError;
      /** The end where it is not tried again, because it may have been sent; absent: it certainly was not. */
      readonly otherwise?: PushResult;
    };

export interface SendItemOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait in line for a limit; what would wait longer is put off. */
  readonly maxWaitMs: number;
  /** Overall time of the message, its repetitions included. */
  readonly deadlineMs: number;
}

/** Errors that say nothing about the message: the same one may be sent later. */
const storeRetryMs = 2_000;
const unreachableRetryMs = 5_000;
/** What stood in the way of the repetition may stand there yet. */
const doubtRetryMs = 5_000;

/** Sends one item of a push, once. Throws only what is no error of ours. */
export async function sendItem(
  client: PushClient,
  endpoint: AnyMessageEndpoint,
  { id, group = 'batch', tenant, resend }: PushSettings,
  { requestId, request, line }: PushItem,
  options: SendItemOptions,
): Promise<ItemOutcome> {
  try {
    const receipt = await client.callAny(endpoint, request, {
      requestId,
      group,
      tenant,
      resend,
      push: id,
      // A push puts off by itself; queued, its messages would count as sent.
      onLimit: 'wait',
      ...options,
    });
    // What `call` answers for a message.
    const { msgid, replayed } = receipt as SendReceipt;
    return { type: 'ended', result: { requestId, state: 'sent', msgid, replayed } };
  } catch (error) {
    if (!isWechatError(error)) throw error;
    const isKept = error.code !== 'API_ERROR' || error.replayed || (await isRefused(client, requestId));
    return isKept ? outcomeOf(requestId, error, line) : notSent(requestId, error);
  }
}

function outcomeOf(requestId: string, error: AnyWechatError, line: number | undefined): ItemOutcome {
  const { code, message } = error;
  switch (error.code) {
    case 'RATE_LIMITED':
    case 'CIRCUIT_OPEN':
      return { type: 'put-off', retryAfterMs: error.retryAfterMs, error };
    case 'STORE_UNAVAILABLE':
    case 'SEND_IN_PROGRESS':
      return { type: 'put-off', retryAfterMs: storeRetryMs, error };
    // The platform was out of reach; what it refuses itself, a wrong secret for example, waiting does not mend.
    case 'TOKEN_ERROR':
      if (error.errcode !== undefined) return notSent(requestId, error);
      return { type: 'put-off', retryAfterMs: error.retryAfterMs ?? unreachableRetryMs, error };
    case 'NETWORK':
      return { type: 'put-off', retryAfterMs: unreachableRetryMs, error };
    case 'VALIDATION':
      return { type: 'ended', result: { requestId, state: 'invalid', message, issues: error.issues, line } };
    case 'API_ERROR':
      return { type: 'ended', result: { requestId, state: 'failed', code, message, errcode: error.errcode } };
    // An answer that says ok and names no message counts as unknown, too.
    case 'RESPONSE':
      return { type: 'ended', result: unknownResult(requestId, error) };
    case 'OUTCOME_UNKNOWN': {
      const result = unknownResult(requestId, error);
      if (error.repeatableForMs === undefined) return { type: 'ended', result };
      return { type: 'put-off', retryAfterMs: doubtRetryMs, error, otherwise: result };
    }
    default:
      return notSent(requestId, error);
  }
}

function unknownResult(requestId: string, { code, message }: AnyWechatError): PushResult {
  return { requestId, state: 'unknown', code, message, errcode: undefined };
}

function notSent(requestId: string, { code, message }: AnyWechatError): ItemOutcome {
  return { type: 'ended', result: { requestId, state: 'not-sent', code, message } };
}

/** Whether the store keeps the refusal: a platform that is busy, or refuses the account, has refused no message. */
async function isRefused(client: PushClient, requestId: string): Promise<boolean> {
  const record = await client.sends.find(requestId).catch(() => undefined);
  return record === undefined || record.state === 'failed';
}
