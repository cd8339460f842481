import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import type { PushItem } from '../push-plan.js';

/** Items with one key share the limit of one recipient. */
export function lineKeyOf(endpoint: AnyMessageEndpoint, { requestId, request }: PushItem): string {
  const recipient = recipientOf(endpoint, request);
  return recipient === undefined ? `id:${requestId}` : `to:${recipient}`;
}

/** The request has not been checked yet: it may be anything. */
function recipientOf(endpoint: AnyMessageEndpoint, request: unknown): string | undefined {
  try {
    return endpoint.message.recipient(request);
  } catch {
    return undefined;
  }
}
