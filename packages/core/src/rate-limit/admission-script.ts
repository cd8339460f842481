import { redisKeys } from '../redis/redis-keys.js';
import type { EndedCall } from './ended-calls.js';
import { type AdmitRequest, type BarrierKey, type LimitRule, slotMsOf } from './limit-store.js';
import { type RuleText, ruleTextOf } from './rule-text.js';

/** The counters that share one hash. */
interface Hash {
  readonly key: string;
  /** As JSON, those of the rules first. */
  readonly fields: string[];
  readonly rules: LimitRule[];
  readonly numbers: string[];
}

/** KEYS and ARGV of one run of limit-admit.lua, whose header says what they mean. */
export class AdmissionScript {
  readonly #request: AdmitRequest;
  readonly #logs: string[] = [];
  readonly #logRules: LimitRule[] = [];
  readonly #hashes: Hash[] = [];
  readonly #places: string[] = [];
  readonly #placeRules: LimitRule[] = [];
  readonly #words: string[] = [];
  /** JSON numbers of the rules in logs and in places. */
  readonly #logNumbers: string[] = [];
  readonly #placeNumbers: string[] = [];

  constructor(request: AdmitRequest, ended: readonly EndedCall[]) {
    this.#request = request;
    for (const rule of request.rules) this.#addRule(rule, ruleTextOf(rule));
    for (const call of ended) this.#words.push(this.#wordOf(call, ruleTextOf(call.rule)));
  }

  get keys(): string[] {
    const { account, barriers } = this.#request;
    const doors = barriers.map((barrier) => doorKey(account, barrier));
    return [...doors, ...this.#logs, ...this.#hashes.map(({ key }) => key), ...this.#places];
  }

  get args(): string[] {
    const { barriers, inFlightMs, enforce, admissionId } = this.#request;
    const counts = [barriers.length, this.#logs.length, this.#hashes.length, this.#words.length];
    const rules = [this.#logRules.length, this.#placeRules.length];
    const spec = [...counts, ...rules, Math.ceil(inFlightMs), enforce === false ? 0 : 1];
    const hashes = this.#hashes.map(
      ({ fields, rules }) => `${fields.length},${rules.length},${fields.join()}`,
    );
    const numbers = [
      ...this.#logNumbers,
      ...this.#hashes.flatMap((hash) => hash.numbers),
      ...this.#placeNumbers,
    ];
    return [`[${[...spec, ...hashes, ...this.#words, ...numbers].join()}]`, admissionId];
  }

  /** In the order in which the answer numbers them. */
  get rules(): readonly LimitRule[] {
    return [...this.#logRules, ...this.#hashes.flatMap((hash) => hash.rules), ...this.#placeRules];
  }

  #addRule(rule: LimitRule, text: RuleText): void {
    const key = this.#keyOf(text);
    if (text.kept === 'log') {
      this.#logs.push(key);
      this.#logRules.push(rule);
      this.#logNumbers.push(text.numbers);
    } else if (text.kept === 'places') {
      this.#places.push(key);
      this.#placeRules.push(rule);
      this.#placeNumbers.push(text.numbers);
    } else {
      const hash = this.#hashes[this.#hashAt(key)];
      hash?.fields.push(text.field);
      hash?.rules.push(rule);
      hash?.numbers.push(text.numbers);
    }
  }

  #wordOf({ rule, admissionId, heldUntil, agoMs }: EndedCall, text: RuleText): string {
    const key = this.#keyOf(text);
    const id = JSON.stringify(admissionId);
    if (text.kept === 'log') return `0,${placeOf(this.#logs, key)},${id},${agoMs}`;
    if (text.kept === 'places') return `2,${placeOf(this.#places, key)},${id}`;
    return `1,${this.#fieldAt(key, text)},${heldNumbers(rule, heldUntil ?? 0)},${agoMs}`;
  }

  #fieldAt(key: string, { field }: RuleText): string {
    const index = this.#hashAt(key);
    const fields = this.#hashes[index]?.fields ?? [];
    return `${index + 1},${placeOf(fields, field)}`;
  }

  #hashAt(key: string): number {
    const index = this.#hashes.findIndex((hash) => hash.key === key);
    if (index !== -1) return index;
    return this.#hashes.push({ key, fields: ['"#"'], rules: [], numbers: [] }) - 1;
  }

  #keyOf({ key }: RuleText): string {
    return redisKeys.limit(this.#request.account, key);
  }
}

export function doorKey(account: string, { key }: Pick<BarrierKey, 'key'>): string {
  return redisKeys.limit(account, 'door', key);
}

/** Counted from 1, as in Lua; what is not there yet is added. */
function placeOf(list: string[], entry: string): number {
  const index = list.indexOf(entry);
  return index === -1 ? list.push(entry) : index + 1;
}

/** Column, weight, window, and the slot in which the call was expected to end. */
function heldNumbers(rule: LimitRule, heldUntil: number): string {
  if (rule.type !== 'sliding-window') throw new RangeError(`"${rule.key}" does not count from the end`);
  const held = Math.floor(heldUntil / slotMsOf(rule.windowMs));
  return [(rule.split?.asker ?? 0) + 1, rule.weight, rule.windowMs, held].join();
}
