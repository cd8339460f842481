import { createHash } from 'node:crypto';

const plainId = /^[\w-]{1,32}$/;

/** The caller's key itself where the platform takes it as a msgid, or the first 128 bits of its hash. */
function kfMsgid(requestId: string): string {
  if (plainId.test(requestId)) return requestId;
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}

/** The field of a request that carries the message's id. */
export function kfMsgidField(requestId: string): { readonly msgid: string } {
  return { msgid: kfMsgid(requestId) };
}
