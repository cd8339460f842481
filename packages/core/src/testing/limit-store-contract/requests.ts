import assert from 'node:assert/strict';
import type {
  AdmitRequest,
  Admitted,
  LimitRule,
  LimitStore,
  Refusal,
  SlidingWindowRule,
} from '../../rate-limit/limit-store.js';

export const account = 'wx0000000000000001';
export const windowMs = 1000;

export function window(fields: Partial<SlidingWindowRule> = {}): SlidingWindowRule {
  return {
    type: 'sliding-window',
    key: 'recipient:o1:window',
    scope: 'recipient',
    weight: 1,
    max: 3,
    windowMs,
    ...fields,
  };
}

let admissions = 0;

export function request(rules: readonly LimitRule[], fields: Partial<AdmitRequest> = {}): AdmitRequest {
  admissions += 1;
  return { account, admissionId: `a${admissions}`, rules, barriers: [], inFlightMs: 5000, ...fields };
}

/** Asks `count` times at once; answers how many were admitted. */
export async function admitted(
  store: LimitStore,
  count: number,
  rules: readonly LimitRule[],
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => store.admit(request(rules))));
  return answers.filter(({ type }) => type === 'admitted').length;
}

export async function admission(store: LimitStore, asked: AdmitRequest): Promise<Admitted> {
  const answer = await store.admit(asked);
  if (answer.type !== 'admitted') assert.fail(`refused by ${answer.key} for ${answer.retryAfterMs} ms`);
  return answer;
}

export async function refusal(store: LimitStore, asked: AdmitRequest): Promise<Refusal> {
  const answer = await store.admit(asked);
  if (answer.type !== 'refused') assert.fail('admitted');
  return answer;
}
