import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import { isWechatErrorOf } from '../errors/errors.js';
import type { PushClient } from './push-client.js';
import type { PushEntry } from './push-plan.js';
import { type InvalidResult, invalidResult } from './push-result.js';

/** How an entry ends that cannot be sent; `undefined`: it can. Sends, claims and counts nothing. */
export function invalidEndOf(
  client: PushClient,
  endpoint: AnyMessageEndpoint,
  entry: PushEntry,
): InvalidResult | undefined {
  if ('invalid' in entry) return invalidResult(entry);
  const { requestId, request, line } = entry;
  try {
    client.checkMessage(endpoint, request, requestId);
    return undefined;
  } catch (error) {
    if (!isWechatErrorOf(error, 'VALIDATION')) throw error;
    return { requestId, state: 'invalid', message: error.message, issues: error.issues, line };
  }
}
