import { unitMs } from './counters/calendar-tally.js';
import { counterKindOf, counterNameOf } from './counters/index.js';
import { type GroupSplit, type LimitRule, placePollMs } from './limit-store.js';

/** How limit-admit.lua is told of one rule. */
export interface RuleText {
  /** Logs and places have a key of their own, the other counters a field of a hash. */
  readonly kept: 'log' | 'hash' | 'places';
  readonly key: string;
  /** The field's name as JSON. */
  readonly field: string;
  /** JSON without the brackets. */
  readonly numbers: string;
}

const known = new WeakMap<LimitRule, RuleText>();

/** Made once per rule: those of a policy live long. */
export function ruleTextOf(rule: LimitRule): RuleText {
  let text = known.get(rule);
  if (text === undefined) {
    text = { ...placeOf(rule), field: JSON.stringify(counterNameOf(rule)), numbers: numbersOf(rule).join() };
    known.set(rule, text);
  }
  return text;
}

/** Counters that are few share one hash, so that one command reads all; those of a tenant expire by themselves. */
function placeOf(rule: LimitRule): Pick<RuleText, 'kept' | 'key'> {
  const kind = counterKindOf(rule);
  if (kind === 'log' || kind === 'places') return { kept: kind, key: counterNameOf(rule) };
  const isOneOfMany = rule.scope === 'recipient' || rule.scope === 'tenant';
  return { kept: 'hash', key: isOneOfMany ? `counters:${ownerOf(rule.key)}` : 'counters' };
}

/** `tenant:acme` of `tenant:acme:day`. */
function ownerOf(key: string): string {
  const end = key.lastIndexOf(':');
  return end === -1 ? key : key.slice(0, end);
}

function numbersOf(rule: LimitRule): readonly (number | string)[] {
  switch (rule.type) {
    case 'concurrency':
      return [rule.max, rule.holdMs, placePollMs];
    case 'bucket':
      return [0, rule.weight, rule.max, rule.windowMs, rule.burst];
    case 'calendar':
      return tallyNumbers(1, rule, unitMs[rule.unit]);
    case 'sliding-window': {
      const fromEnd = rule.countsFrom === 'end' ? 1 : 0;
      if (counterKindOf(rule) === 'log') return [rule.weight, rule.max, rule.windowMs, fromEnd];
      return tallyNumbers(2 + fromEnd, rule, rule.windowMs);
    }
  }
}

interface TallyRule {
  readonly weight: number;
  readonly max: number;
  readonly split?: GroupSplit | undefined;
}

function tallyNumbers(
  kind: number,
  { weight, max, split }: TallyRule,
  windowMs: number,
): (number | string)[] {
  if (split === undefined) return [kind, weight, max, windowMs];
  const { groups, asker, ceiling } = split;
  const parts = groups.flatMap((part) => [part.max, part.priority, part.burst, part.overdraft]);
  const own = groups[asker]?.max ?? 0;
  // The groups stand in a string: the script reads them only where the asker's part does not settle it.
  return [kind + 3, weight, max, windowMs, groups.length, asker + 1, own, ceiling, `"[${parts.join()}]"`];
}
