import { redisKeys } from '../../redis/redis-keys.js';
import type { AdmitRequest } from '../limit-store.js';
import { type EndedCall, wordOf } from './ended-calls.js';
import type { RuleShape, RuleShapes } from './rule-shapes.js';
import { type RuleText, ruleTextOf } from './rule-text.js';

/** KEYS and ARGV of one run of limit-admit.lua, whose header says what they mean. */
export interface AdmissionScript {
  readonly shape: RuleShape;
  readonly keys: readonly string[];
  /** Without what the rules are. */
  readonly args: readonly string[];
}

export function admissionScript(
  request: AdmitRequest,
  shapes: RuleShapes,
  ended: readonly EndedCall[],
): AdmissionScript {
  const { account, admissionId, barriers, rules, inFlightMs } = request;
  const prefix = redisKeys.limit(account);
  const keys = barriers.map(({ key }) => `${prefix}:door:${key}`);
  const hashes: string[] = [];
  const hashKeys: string[] = [];
  const places: string[] = [];
  const texts: RuleText[] = [];
  for (const rule of rules) {
    const text = ruleTextOf(rule);
    texts.push(text);
    if (text.kept === 'log') keys.push(counterKey(prefix, text));
    else if (text.kept === 'places') places.push(counterKey(prefix, text));
    else if (!hashes.includes(text.key)) {
      hashes.push(text.key);
      hashKeys.push(counterKey(prefix, text));
    }
  }
  const shape = shapes.of(request, texts, hashes);
  const strings = keys.push(`${prefix}:rules:${shape.digest}`);
  for (const key of hashKeys) keys.push(key);
  const args = [admissionId, `${strings}`, `${Math.ceil(inFlightMs)}`, wordsOf(request, shape, ended)];
  return { shape, keys: places.length === 0 ? keys : keys.concat(places), args };
}

/** Where a rule is counted. `prefix` begins the keys of the account that asks. */
export function counterKey(prefix: string, { key, organisation }: RuleText): string {
  return `${organisation === undefined ? prefix : redisKeys.limit(organisation)}:${key}`;
}

export function doorKey(account: string, key: string): string {
  return redisKeys.limit(account, 'door', key);
}

function wordsOf({ rules }: AdmitRequest, shape: RuleShape, ended: readonly EndedCall[]): string {
  if (ended.length === 0) return '';
  const names = rules.map((rule) => ruleTextOf(rule));
  const words = ended.map((call) => {
    const { key, field } = ruleTextOf(call.rule);
    const index = names.findIndex((text) => text.key === key && text.field === field);
    return wordOf(call, shape.places[index] ?? '');
  });
  return `[${words.join()}]`;
}
