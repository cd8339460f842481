import {
  type AdmitAnswer,
  type AdmitRequest,
  type Admitted,
  drawOrder,
  type LimitRule,
  paceKeyOf,
  type Refusal,
  type Remaining,
} from '../limit-store.js';
import type { RuleShape } from './rule-shapes.js';

/** The first number of an answer of limit-admit.lua. */
const answerType = { admitted: 0, repeated: 1, closed: 2, paced: 3 } as const;

/** The script packs numbers below these bounds into one. */
const ruleBound = 64;
const drawBound = 8;

/** What each admission is answered; `undefined` where the script has to be told what the rules are. */
export function readAnswers(reply: unknown): readonly unknown[] | undefined {
  if (reply === null) return undefined;
  if (!Array.isArray(reply)) throw new TypeError('limit-admit answered no list');
  return reply;
}

/** The store's clock when it took something, on Redis' time. */
export function momentOf(reply: unknown): number | undefined {
  const [type, , , , , now] = numbersOf(reply);
  return type === answerType.admitted ? now : undefined;
}

/**
 * Reads what limit-admit.lua answers for one admission; its header says what the numbers mean.
 */
export function readAdmitAnswer(
  reply: unknown,
  request: AdmitRequest,
  { order, doorOrder }: RuleShape,
): AdmitAnswer {
  const numbers = numbersOf(reply);
  const [type = 0, position = 0, retryAfterMs = 0] = numbers;
  const ruleAt = (number: number) => entryAt(request.rules, order[number - 1]);
  const door = () => entryAt(request.barriers, doorOrder[position - 1]);
  if (type === answerType.admitted) return admitted(numbers, ruleAt);
  if (type === answerType.repeated) return { type: 'admitted' };
  if (type === answerType.closed) return refusal('barrier', door(), retryAfterMs);
  if (type === answerType.paced) {
    return refusal('pace', { ...door(), key: paceKeyOf(door().key) }, retryAfterMs);
  }
  return refusal('limit', ruleAt(position), retryAfterMs);
}

function admitted(numbers: readonly number[], ruleAt: (number: number) => LimitRule): Admitted {
  const [, scarcest = 0, left = 0, freest = 0, freestRule = 0, , shadowed = 0, shadowedMs = 0] = numbers;
  const how = drawOrder[freest - 1];
  return {
    type: 'admitted',
    ...(how !== undefined && { drew: { how, key: ruleAt(freestRule).key } }),
    ...(shadowed > 0 && { shadowed: refusal('limit', ruleAt(shadowed), shadowedMs) }),
    ...(scarcest > 0 && { remaining: remainingOf(ruleAt(scarcest), left) }),
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

function numbersOf(reply: unknown): readonly number[] {
  if (typeof reply === 'number') return unpacked(reply);
  if (!Array.isArray(reply)) throw new TypeError('limit-admit answered neither a number nor a list');
  return reply;
}

/** Takes apart what the script put into one number. It has more bits than JavaScript's bit operators take. */
function unpacked(packed: number): readonly number[] {
  const scarcest = packed % ruleBound;
  const freest = Math.floor(packed / ruleBound) % drawBound;
  const freestRule = Math.floor(packed / (ruleBound * drawBound)) % ruleBound;
  const left = Math.floor(packed / (ruleBound * drawBound * ruleBound));
  return [answerType.admitted, scarcest, left, freest, freestRule];
}

function entryAt<Entry>(list: readonly Entry[], index: number | undefined): Entry {
  const entry = index === undefined ? undefined : list[index];
  if (entry === undefined) throw new RangeError('limit-admit answered an unknown position');
  return entry;
}
