import type {
  ClaimAnswer,
  ClaimRequest,
  SendStore,
  Settlement,
  SettleRequest,
} from '../../src/send/send-store.js';

export const account = 'wx0000000000000001';
export const sent: Settlement = { state: 'sent', result: { msgid: '2000000000000000001' } };
export const failed: Settlement = {
  state: 'failed',
  failure: { code: 'API_ERROR', message: 'refused', errcode: 43004, errmsg: 'require subscribe' },
};
export const unknown: Settlement = {
  state: 'unknown',
  failure: { code: 'OUTCOME_UNKNOWN', message: 'no answer' },
};

/** About as long as a template message to a follower. */
const payload = JSON.stringify({
  touser: 'oTEST000000000000000000001',
  template_id: 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY',
  data: { thing1: { value: '订单已发货😀' }, time2: { value: '2026-01-01 12:00' }, number3: { value: 7 } },
});

export function claimOf(requestId: string, changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    account,
    requestId,
    endpoint: 'template.send',
    fingerprint: 'C2q0mLhX0YV1rYx7mJm3Ag',
    payload,
    recipient: 'oTEST000000000000000000001',
    leaseMs: 60_000,
    begin: true,
    reopenUnknown: 'never',
    reopenFailed: false,
    ...changes,
  };
}

export type Claimed = Extract<ClaimAnswer, { type: 'claimed' }>;

export async function claimedBy(
  store: SendStore,
  requestId: string,
  changes: Partial<ClaimRequest> = {},
): Promise<Claimed> {
  const answer = await store.claim(claimOf(requestId, changes));
  if (answer.type !== 'claimed') throw new Error(`expected the claim to be granted, got ${answer.type}`);
  return answer;
}

export function settleOf(
  { lease, attempts, firstAttemptAt }: Claimed,
  settlement: Settlement,
): SettleRequest {
  const { endpoint, fingerprint, recipient } = claimOf(lease.requestId);
  return {
    lease,
    settlement,
    attempts,
    known: { endpoint, fingerprint, recipient, firstAttemptAt, payload },
  };
}
