import { counterNameOf, unitMs } from '../counters/index.js';
import { type GroupSplit, isKeptExactly, type LimitRule, placePollMs, slotMsOf } from '../limit-store.js';

/** How the scripts are told of one rule. */
export interface RuleText {
  /** Logs and places have a key of their own, the other counters a field of a hash. */
  readonly kept: 'log' | 'hash' | 'places';
  readonly key: string;
  /** Under whose name the key is; `undefined`: that of the account that asks. */
  readonly organisation: string | undefined;
  /** The field's name as JSON. */
  readonly field: string;
  /** JSON without the brackets. */
  readonly numbers: string;
  /** JSON; empty where the rule is not split. */
  readonly groups: string;
  /** How long what is counted has to last; 0 where the key is no hash. */
  readonly longestMs: number;
  /** Whether it counts one recipient, whom few other requests have. */
  readonly isOwn: boolean;
  /** Equal for rules that one script can treat alike for several admissions: the same, or each its recipient's. */
  readonly name: string;
}

const known = new WeakMap<LimitRule, RuleText>();

type SplittableRule = Extract<LimitRule, { split?: unknown }>;
type RuleInHash = Exclude<LimitRule, { type: 'concurrency' }>;

/** How limit-admit.lua calls the ways of counting in a hash; one that groups share has the number `splitBy` further on. */
const kinds = { bucket: 0, calendar: 1, slots: 2, slotsFromEnd: 3 } as const;
const splitBy = 3;

/** Made once per rule that lives as long as its policy; those of a recipient are made for one call each. */
export function ruleTextOf(rule: LimitRule): RuleText {
  let text = known.get(rule);
  if (text === undefined) {
    text = makeText(rule);
    if (rule.scope !== 'recipient') known.set(rule, text);
  }
  return text;
}

function makeText(rule: LimitRule): RuleText {
  if (rule.type === 'concurrency') return textInKey(rule, 'places', [rule.max, rule.holdMs, placePollMs]);
  if (rule.type === 'sliding-window' && isKeptExactly(rule)) {
    return textInKey(rule, 'log', [rule.weight, rule.max, rule.windowMs, countsFromEnd(rule) ? 1 : 0]);
  }
  return textInHash(rule);
}

function textInKey(rule: LimitRule, kept: 'log' | 'places', figures: readonly number[]): RuleText {
  const numbers = figures.join();
  const key = counterNameOf(rule);
  const isOwn = kept === 'log' && rule.scope === 'recipient';
  return {
    kept,
    key,
    organisation: rule.organisation,
    field: '',
    numbers,
    groups: '',
    longestMs: 0,
    isOwn,
    name: isOwn ? `${kept}:${numbers}` : `${kept}:${numbers}:${rule.organisation ?? ''}:${key}`,
  };
}

function textInHash(rule: RuleInHash): RuleText {
  const field = JSON.stringify(fieldOf(rule));
  const numbers = numbersOf(rule).join();
  const groups = groupsOf(rule);
  const key = hashOf(rule);
  const isOwn = rule.scope === 'recipient';
  const shape = [field, numbers, groups].join();
  return {
    kept: 'hash',
    key,
    organisation: rule.organisation,
    field,
    numbers,
    groups,
    longestMs: longestMsOf(rule),
    isOwn,
    name: isOwn ? shape : `${shape}:${rule.organisation ?? ''}:${key}`,
  };
}

/** Counters that are few share one hash, so that one command reads all; those of a tenant expire by themselves. */
function hashOf({ key, scope, organisation }: RuleInHash): string {
  if (organisation !== undefined) return 'shared-counters';
  return isOneOfMany(scope) ? `counters:${key.slice(0, Math.max(0, key.lastIndexOf(':')))}` : 'counters';
}

/** The way of counting is part of the name, so that a policy that has changed never reads numbers wrongly. */
function fieldOf(rule: RuleInHash): string {
  const { key, scope } = rule;
  const name = isOneOfMany(scope) ? key.slice(key.lastIndexOf(':') + 1) : key;
  switch (rule.type) {
    case 'bucket':
      return `bucket:${name}`;
    case 'calendar':
      return `${rule.unit}:${sharedName(name, rule.split)}`;
    case 'sliding-window':
      return `${rule.windowMs}:${sharedName(name, rule.split)}`;
  }
}

/** Whoever shares a counter may differ in what they call it. */
function sharedName(name: string, split: GroupSplit | undefined): string {
  return split === undefined ? name : `${split.counter}/${split.groups.length}`;
}

function isOneOfMany(scope: LimitRule['scope']): boolean {
  return scope === 'recipient' || scope === 'tenant';
}

function longestMsOf(rule: RuleInHash): number {
  return rule.type === 'calendar' ? unitMs[rule.unit] : rule.windowMs;
}

function countsFromEnd(rule: Extract<LimitRule, { type: 'sliding-window' }>): boolean {
  return rule.countsFrom === 'end';
}

function numbersOf(rule: RuleInHash): readonly number[] {
  switch (rule.type) {
    case 'bucket':
      return [kinds.bucket, rule.weight, rule.max, rule.windowMs, rule.burst];
    case 'calendar':
      return tallyNumbers(kinds.calendar, rule, unitMs[rule.unit], 0);
    case 'sliding-window':
      return tallyNumbers(
        countsFromEnd(rule) ? kinds.slotsFromEnd : kinds.slots,
        rule,
        rule.windowMs,
        slotMsOf(rule.windowMs),
      );
  }
}

function tallyNumbers(
  kind: number,
  rule: SplittableRule,
  windowMs: number,
  slotMs: number,
): readonly number[] {
  const { weight, max, split } = rule;
  if (split === undefined) return [kind, weight, max, windowMs, slotMs];
  const own = split.groups[split.asker]?.max ?? 0;
  const ofSplit = [split.groups.length, split.asker + 1, own, split.ceiling];
  return [kind + splitBy, weight, max, windowMs, slotMs, ...ofSplit];
}

/** The script reads them only where the asker's part does not settle it. */
function groupsOf(rule: RuleInHash): string {
  const groups = 'split' in rule ? rule.split?.groups : undefined;
  if (groups === undefined) return '';
  return `[${groups.flatMap(({ max, priority, burst, overdraft }) => [max, priority, burst, overdraft]).join()}]`;
}
