import type { Draw, GroupPart, GroupSplit } from '../limit-store.js';
import { totalOf } from './tally.js';

/** What one call of a group asks of a split rule. */
export interface GroupAsk {
  readonly max: number;
  readonly weight: number;
  readonly split: GroupSplit;
}

/** How the groups stand at one moment. */
export interface GroupState {
  /** By group, like the two that follow. */
  readonly used: readonly number[];
  /** Asked within the last window. */
  readonly isBusy: readonly boolean[];
  /** Was refused within the last window and not served since. */
  readonly isHungry: readonly boolean[];
  /** Share of a calendar unit that has passed; 1 for windows. */
  readonly passed: number;
}

/** What an ask may draw on; `undefined`: there is no room for it. */
export function drawOf({ max, weight, split }: GroupAsk, state: GroupState): Draw | undefined {
  const { asker, ceiling } = split;
  const part = partOf(split, asker);
  const total = totalOf(state.used) + weight;
  const own = (state.used[asker] ?? 0) + weight;
  if (total > ceiling) return undefined;
  if (own <= part.max) return 'part';
  const kept = keptForOthers(max, split, state);
  const borrowable = isOutranked(split, state) ? 0 : max - kept - (total - own);
  if (own <= borrowable) return 'borrowed';
  if (total + kept > ceiling) return undefined;
  const beyond = own - Math.max(part.max, borrowable);
  if (beyond <= part.burst) return 'burst';
  return beyond <= part.burst + part.overdraft ? 'overdraft' : undefined;
}

/** What of the other groups' parts nobody may borrow. */
function keptForOthers(max: number, split: GroupSplit, state: GroupState): number {
  return split.groups.reduce((sum, group, index) => {
    if (index === split.asker) return sum;
    const unused = Math.max(0, group.max - (state.used[index] ?? 0));
    return sum + (state.isBusy[index] ? unused : Math.min(unused, keptWhileIdle(max, group, state.passed)));
  }, 0);
}

/** So that it finds some room when it wakes up, and its share of the time to come. */
function keptWhileIdle(max: number, part: GroupPart, passed: number): number {
  const reserve = Math.min(part.max, Math.ceil(max / 100));
  return Math.max(reserve, part.max * (1 - passed));
}

function isOutranked(split: GroupSplit, state: GroupState): boolean {
  const own = partOf(split, split.asker);
  return split.groups.some((group, index) => group.priority > own.priority && state.isHungry[index]);
}

function partOf({ groups, counter }: GroupSplit, index: number): GroupPart {
  const part = groups[index];
  if (part === undefined) throw new RangeError(`the split of "${counter}" has no group ${index}`);
  return part;
}
