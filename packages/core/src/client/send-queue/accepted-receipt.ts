import type { AcceptedReceipt } from '../../send/send-receipt.js';

/** @param replayed it was accepted before, or somebody is at it */
export function acceptedReceipt(requestId: string, dueInMs: number, replayed: boolean): AcceptedReceipt {
  return { requestId, status: 'pending', dueInMs: Math.ceil(dueInMs), replayed };
}
