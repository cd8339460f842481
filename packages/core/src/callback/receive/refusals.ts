import { isWechatErrorOf } from '../../errors/errors.js';
import { redactText } from '../../errors/redact.js';
import type { CallbackRefused } from '../../telemetry/events.js';
import type { CallbackAnswer } from '../callback-request.js';
import { statusOf } from '../verify/index.js';

/** Why a request gets no answer but a status. */
export type Refusal = Pick<CallbackRefused, 'reason' | 'status' | 'message'>;

/** 503 where the platform is to come again; 500 would say the same, but nothing of the kind is expected. */
export function refusalOf(error: unknown): Refusal {
  if (isWechatErrorOf(error, 'CALLBACK')) {
    return { reason: error.reason, status: statusOf(error), message: error.message };
  }
  if (isWechatErrorOf(error, 'STORE_UNAVAILABLE'))
    return { reason: 'inbox', status: 503, message: error.message };
  const message = redactText(error instanceof Error ? `${error.name}: ${error.message}` : 'not an Error');
  return { reason: 'unexpected', status: 500, message };
}

/** Says nothing of why: whoever probes an address learns nothing from it. */
export function refusalAnswer({ status }: Pick<Refusal, 'status'>): CallbackAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: 'refused' };
}
