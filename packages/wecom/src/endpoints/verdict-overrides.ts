import { type VerdictRule, verdictRules } from '@wetempo/core';

/**
 * Where the platform does not de-duplicate, a busy platform may have sent the message all the same, and sending it
 * again might reach the person twice.
 */
export const busySendVerdicts: readonly VerdictRule[] = verdictRules(
  [[-1, 'system_busy', 'busy', '平台繁忙，消息可能已发出', 'platform busy; the message may have gone out']],
  { [-1]: { outcome: 'unknown' } },
);

/** Of a member's list of customers, the code for "none of this member's" says that the member has none. */
export const noCustomersVerdicts: readonly VerdictRule[] = verdictRules(
  [[84061, 'no_customers', 'not-found', '该成员没有客户', 'the member has no customers']],
  { 84061: { hint: 'Take it as an empty list where the member exists.' } },
);
