import { counterKindOf, counterNameOf, unitMs } from '../counters/index.js';
import { type GroupSplit, type LimitRule, placePollMs } from '../limit-store.js';

/** How the scripts are told of one rule. */
export interface RuleText {
  /** Logs and places have a key of their own, the other counters a field of a hash. */
  readonly kept: 'log' | 'hash' | 'places';
  readonly key: string;
  /** The field's name as JSON. */
  readonly field: string;
  /** JSON without the brackets. */
  readonly numbers: string;
  /** JSON; empty where the rule is not split. */
  readonly groups: string;
  readonly longestMs: number;
  /** Equal for rules that the script treats alike. */
  readonly shape: string;
}

const known = new WeakMap<LimitRule, RuleText>();

type SplittableRule = Extract<LimitRule, { split?: unknown }>;

/** Made once per rule that lives as long as its policy; those of a recipient are made for one call each. */
export function ruleTextOf(rule: LimitRule): RuleText {
  const kind = counterKindOf(rule);
  if (kind === 'log' || kind === 'places') return textInKey(rule, kind);
  let text = known.get(rule);
  if (text === undefined) {
    text = textInHash(rule);
    if (rule.scope !== 'recipient') known.set(rule, text);
  }
  return text;
}

function textInKey(rule: LimitRule, kept: 'log' | 'places'): RuleText {
  const numbers = numbersOf(rule).join();
  return {
    kept,
    key: counterNameOf(rule),
    field: '',
    numbers,
    groups: '',
    longestMs: 0,
    shape: `${kept}:${numbers}`,
  };
}

function textInHash(rule: LimitRule): RuleText {
  const [field, numbers, groups] = [JSON.stringify(fieldOf(rule)), numbersOf(rule).join(), groupsOf(rule)];
  return {
    kept: 'hash',
    key: hashOf(rule),
    field,
    numbers,
    groups,
    longestMs: longestMsOf(rule),
    shape: [field, numbers, groups].join(),
  };
}

/** Counters that are few share one hash, so that one command reads all; those of a tenant expire by themselves. */
function hashOf({ key, scope }: LimitRule): string {
  return isOneOfMany(scope) ? `counters:${key.slice(0, Math.max(0, key.lastIndexOf(':')))}` : 'counters';
}

/** The way of counting is part of the name, so that a policy that has changed never reads numbers wrongly. */
function fieldOf(rule: LimitRule): string {
  const { key, scope } = rule;
  const name = isOneOfMany(scope) ? key.slice(key.lastIndexOf(':') + 1) : key;
  switch (rule.type) {
    case 'bucket':
      return `bucket:${name}`;
    case 'calendar':
      return `${rule.unit}:${sharedName(name, rule.split)}`;
    case 'sliding-window':
      return `${rule.windowMs}:${sharedName(name, rule.split)}`;
    case 'concurrency':
      return name;
  }
}

/** Whoever shares a counter may differ in what they call it. */
function sharedName(name: string, split: GroupSplit | undefined): string {
  return split === undefined ? name : `${split.counter}/${split.groups.length}`;
}

function isOneOfMany(scope: LimitRule['scope']): boolean {
  return scope === 'recipient' || scope === 'tenant';
}

function longestMsOf(rule: LimitRule): number {
  if (rule.type === 'concurrency') return rule.holdMs;
  return rule.type === 'calendar' ? unitMs[rule.unit] : rule.windowMs;
}

function numbersOf(rule: LimitRule): readonly number[] {
  switch (rule.type) {
    case 'concurrency':
      return [rule.max, rule.holdMs, placePollMs];
    case 'bucket':
      return [0, rule.weight, rule.max, rule.windowMs, rule.burst, 0, 0, 0];
    case 'calendar':
      return tallyNumbers(1, rule, unitMs[rule.unit]);
    case 'sliding-window': {
      const fromEnd = rule.countsFrom === 'end' ? 1 : 0;
      if (counterKindOf(rule) === 'log') return [rule.weight, rule.max, rule.windowMs, fromEnd];
      return tallyNumbers(2 + fromEnd, rule, rule.windowMs);
    }
  }
}

function tallyNumbers(kind: number, rule: SplittableRule, windowMs: number): readonly number[] {
  const { weight, max, split } = rule;
  if (split === undefined) return [kind, weight, max, windowMs, 0, 0, 0, 0];
  const own = split.groups[split.asker]?.max ?? 0;
  return [kind + 3, weight, max, windowMs, split.groups.length, split.asker + 1, own, split.ceiling];
}

/** The script reads them only where the asker's part does not settle it. */
function groupsOf(rule: LimitRule): string {
  const groups = 'split' in rule ? rule.split?.groups : undefined;
  if (groups === undefined) return '';
  return `[${groups.flatMap(({ max, priority, burst, overdraft }) => [max, priority, burst, overdraft]).join()}]`;
}
