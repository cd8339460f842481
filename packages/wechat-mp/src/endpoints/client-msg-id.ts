import { createHash } from 'node:crypto';

// The page of template.send names no limit; 64 bytes is what the page of mass messages says for the same idea.
const plainId = /^[\w.:-]{1,64}$/;

/** The platform's key against sending a template message twice: the caller's key itself, or its hash. */
function clientMsgId(requestId: string): string {
  return plainId.test(requestId) ? requestId : createHash('sha256').update(requestId).digest('hex');
}

/** Puts the key into a request. */
export function withClientMsgId<Request extends object>(request: Request, requestId: string): Request {
  return { ...request, client_msg_id: clientMsgId(requestId) };
}
