import { createHash } from 'node:crypto';

// The page of template.send names no limit; 64 bytes is what the page of mass messages says for the same idea.
const plainId = /^[\w.:-]{1,64}$/;

/** The platform's key against sending a template message twice: the caller's key itself, or its hash. */
function clientMsgId(requestId: string): string {
  return plainId.test(requestId) ? requestId : createHash('sha256').update(requestId).digest('hex');
}

/** The field of a request that carries the key. */
export function clientMsgIdField(requestId: string): { readonly client_msg_id: string } {
  return { client_msg_id: clientMsgId(requestId) };
}
