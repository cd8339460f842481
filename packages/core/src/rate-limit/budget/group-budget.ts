import type { GroupPart, GroupSplit, LimitRule } from '../limit-store.js';
import type { WindowRule } from '../window-rules.js';
import type { GroupOptions } from './group-options.js';
import { partsOf } from './parts.js';

/** A budget group with every default filled in. */
export interface Group
  extends Readonly<Required<{ [Name in keyof GroupOptions]: NonNullable<GroupOptions[Name]> }>> {
  readonly name: string;
  /** Among all groups, in the order that every process has them in. */
  readonly index: number;
}

const defaultName = 'default';
const roundingError = 1e-6;
const ordinary = { priority: 0, onLimit: 'wait', burst: 0.2, overdraft: 0 } as const;

/** How the app's windows are split, and what else is said of groups. */
export class GroupBudget {
  readonly #groups: readonly Group[];
  readonly #byName: ReadonlyMap<string, Group>;
  readonly #default: Group;
  readonly #isSplit: boolean;

  constructor(options: Readonly<Record<string, GroupOptions>> = {}) {
    this.#isSplit = Object.keys(options).length > 0;
    this.#groups = groupsOf(options);
    this.#byName = new Map(this.#groups.map((group) => [group.name, group]));
    this.#default = this.#byName.get(defaultName) ?? makeGroup([defaultName, defaultOptions(options)], 0);
  }

  get someQueue(): boolean {
    return this.#groups.some(({ onLimit }) => onLimit === 'queue');
  }

  /** The group `default` for calls that name none, or one that is not declared. */
  of(name: string | undefined): Group {
    return (name === undefined ? undefined : this.#byName.get(name)) ?? this.#default;
  }

  /**
   * Shares a window of the app between all groups.
   *
   * @param ceiling what the platform itself allows
   */
  share(rule: WindowRule, ceiling: number, asker: Group): LimitRule {
    if (!this.#isSplit) return rule;
    const parts = this.#partsOf(rule.max);
    // A call that is heavier than its group's part goes when the group has had nothing; otherwise it could never go.
    const own = parts[asker.index]?.max ?? 0;
    const groups = own > 0 && own < rule.weight ? withMax(parts, asker, rule.weight) : parts;
    const split: GroupSplit = { counter: rule.key, asker: asker.index, groups, ceiling };
    return {
      ...rule,
      scope: asker === this.#default ? rule.scope : 'group',
      key: `${rule.key}#${asker.name}`,
      split,
    };
  }

  /** For a call that may pass: it is counted for its group, and held up only by what all groups have taken together. */
  shareWhole(rule: WindowRule, asker: Group): LimitRule {
    if (!this.#isSplit) return rule;
    const groups = withMax(this.#partsOf(rule.max), asker, rule.max);
    return { ...rule, split: { counter: rule.key, asker: asker.index, groups, ceiling: rule.max } };
  }

  #partsOf(max: number): readonly GroupPart[] {
    const shares = this.#groups.map(({ share }) => share);
    return partsOf(shares, max).map((part, index) => partOf(this.#groups[index] ?? this.#default, part));
  }
}

function withMax(parts: readonly GroupPart[], { index }: Group, max: number): readonly GroupPart[] {
  return parts.map((part, place) => (place === index ? { ...part, max } : part));
}

function partOf({ name, priority, burst, overdraft }: Group, max: number): GroupPart {
  return { name, max, priority, burst: roundUp(burst * max), overdraft: roundUp(overdraft * max) };
}

/** 0.1 × 30 is a little more than 3 and means 3. */
function roundUp(calls: number): number {
  return Math.max(0, Math.ceil(calls - roundingError));
}

/** By name, so that processes agree whatever the order in their files. */
function groupsOf(options: Readonly<Record<string, GroupOptions>>): readonly Group[] {
  const all = { ...options, [defaultName]: options[defaultName] ?? defaultOptions(options) };
  return Object.entries(all)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(makeGroup);
}

/** The group `default` has what no share speaks for. */
function defaultOptions(options: Readonly<Record<string, GroupOptions>>): GroupOptions {
  const spoken = Object.values(options).reduce((sum, { share }) => sum + share, 0);
  return { share: spoken > 1 - roundingError ? 0 : 1 - spoken };
}

function makeGroup([name, options]: readonly [string, GroupOptions], index: number): Group {
  return {
    name,
    index,
    share: options.share,
    core: options.core ?? name === defaultName,
    priority: options.priority ?? ordinary.priority,
    onLimit: options.onLimit ?? ordinary.onLimit,
    burst: options.burst ?? ordinary.burst,
    overdraft: options.overdraft ?? ordinary.overdraft,
  };
}
