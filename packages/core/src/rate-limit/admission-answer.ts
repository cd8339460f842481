import {
  type AdmitAnswer,
  type AdmitRequest,
  type Admitted,
  drawOrder,
  type LimitRule,
  type Refusal,
  type Remaining,
} from './limit-store.js';

interface ReadAnswer {
  readonly answer: AdmitAnswer;
  /** The store's clock; only where something was taken. */
  readonly now?: number;
}

/** Reads what limit-admit.lua answers; its header says what the numbers mean. */
export function readAdmitAnswer(
  reply: unknown,
  { barriers }: AdmitRequest,
  rules: readonly LimitRule[],
): ReadAnswer {
  if (!Array.isArray(reply)) throw new TypeError('limit-admit did not answer a list');
  const [type = 0, ...numbers] = reply.map(Number);
  const [position = 0, retryAfterMs = 0] = numbers;
  switch (type) {
    case 0:
      return { answer: admitted(numbers, rules), now: position };
    case 1:
      return { answer: { type: 'admitted' } };
    case 2:
      return { answer: refusal('barrier', at(barriers, position), retryAfterMs) };
    case 3: {
      const refused = refusal('pace', at(barriers, position), retryAfterMs);
      return { answer: { ...refused, key: `pace:${refused.key}` } };
    }
    default:
      return { answer: refusal('limit', at(rules, position), retryAfterMs) };
  }
}

function admitted(numbers: readonly number[], rules: readonly LimitRule[]): Admitted {
  const [, scarcest = 0, left = 0, freest = 0, freestRule = 0, shadowed = 0, shadowedMs = 0] = numbers;
  const how = drawOrder[freest - 1];
  return {
    type: 'admitted',
    ...(how !== undefined && { drew: { how, key: at(rules, freestRule).key } }),
    ...(shadowed > 0 && { shadowed: refusal('limit', at(rules, shadowed), shadowedMs) }),
    ...(scarcest > 0 && { remaining: remainingOf(at(rules, scarcest), left) }),
  };
}

function remainingOf(rule: LimitRule, left: number): Remaining {
  return { key: rule.key, max: rule.type === 'bucket' ? rule.burst : rule.max, left };
}

function refusal(
  by: Refusal['by'],
  { key, scope }: Pick<Refusal, 'key' | 'scope'>,
  retryAfterMs: number,
): Refusal {
  return { type: 'refused', by, key, scope, retryAfterMs };
}

/** Positions are counted from 1, as in Lua. */
function at<Entry>(list: readonly Entry[], position: number): Entry {
  const entry = list[position - 1];
  if (entry === undefined) throw new RangeError(`limit-admit answered an unknown position ${position}`);
  return entry;
}
