import type { GroupSplit } from '../limit-store.js';
import type { Counter, Instant, Room } from './counter.js';
import { drawOf, type GroupState } from './group-draw.js';
import { type Tally, totalOf } from './tally.js';
import { holdMsOf, type TallyRule } from './tally-counter.js';

export type SplitRule = TallyRule & { readonly split: GroupSplit };

const leastBusyMs = 1000;
const never = Number.NEGATIVE_INFINITY;

/** A rule that groups share: a column of the tally for each, and who asked and was refused when. */
export class SplitCounter implements Counter<SplitRule> {
  readonly #tally: Tally;
  readonly #busyMs: number;
  /** Steady moments by group. */
  readonly #askedAt: number[];
  readonly #refusedAt: number[];

  constructor(tally: Tally, groups: number) {
    this.#tally = tally;
    this.#busyMs = Math.max(leastBusyMs, tally.lengthMs);
    this.#askedAt = new Array(groups).fill(never);
    this.#refusedAt = new Array(groups).fill(never);
  }

  ask(rule: SplitRule, at: Instant): Room {
    const { asker } = rule.split;
    this.#askedAt[asker] = at.steadyMs;
    const draw = drawOf(rule, this.#stateAt(at.steadyMs, this.#tally.used(at), at));
    if (draw !== undefined) return { waitMs: 0, draw };
    this.#refusedAt[asker] = at.steadyMs;
    return { waitMs: this.#firstRoom(rule, at) - at.steadyMs };
  }

  holds(): boolean {
    return false;
  }

  take(rule: SplitRule, admissionId: string, at: Instant, inFlightMs: number): void {
    const { asker } = rule.split;
    this.#refusedAt[asker] = never;
    this.#tally.take(asker, rule.weight, admissionId, at, holdMsOf(rule, inFlightMs));
  }

  end(admissionId: string, at: Instant): void {
    this.#tally.end(admissionId, at);
  }

  left({ max }: SplitRule, at: Instant): number {
    return max - totalOf(this.#tally.used(at));
  }

  isIdle(at: Instant): boolean {
    const busySince = at.steadyMs - this.#busyMs;
    return totalOf(this.#tally.used(at)) === 0 && this.#askedAt.every((askedAt) => askedAt <= busySince);
  }

  #stateAt(atMs: number, used: readonly number[], at: Instant): GroupState {
    const isRecent = (moment: number) => atMs < moment + this.#busyMs;
    return {
      used,
      isBusy: this.#askedAt.map(isRecent),
      isHungry: this.#refusedAt.map(isRecent),
      passed: this.#tally.passed(atMs, at),
    };
  }

  /** Whoever has no room now gets it when something no longer counts, or when a group is no longer busy or hungry. */
  #firstRoom(rule: SplitRule, at: Instant): number {
    const futures = this.#futures(at);
    const hasRoomAt = (atMs: number, used: readonly number[]) =>
      drawOf(rule, this.#stateAt(atMs, used, at)) !== undefined;
    let before = { atMs: at.steadyMs, used: this.#tally.used(at) };
    for (const future of futures) {
      const { used } = before;
      // Between two such moments only a calendar unit gives: with the time that passes it lends more.
      if (hasRoomAt(future.atMs - 1, used)) {
        return earliest(before.atMs, future.atMs - 1, (atMs) => hasRoomAt(atMs, used));
      }
      if (hasRoomAt(future.atMs, future.used)) return future.atMs;
      before = { ...future, used: [...future.used] };
    }
    return Math.max(before.atMs, at.steadyMs + leastBusyMs);
  }

  #futures(at: Instant) {
    const freed = this.#tally.futures(at);
    const calmed = [...this.#askedAt, ...this.#refusedAt]
      .map((moment) => moment + this.#busyMs)
      .filter((atMs) => atMs > at.steadyMs)
      .map((atMs) => ({
        atMs,
        used: freed.findLast((future) => future.atMs <= atMs)?.used ?? this.#tally.used(at),
      }));
    return [...freed, ...calmed].toSorted((one, other) => one.atMs - other.atMs);
  }
}

/** First moment in (`tooEarly`, `inTime`] that will do, where every moment after one that will do will do, too. */
function earliest(tooEarly: number, inTime: number, willDo: (atMs: number) => boolean): number {
  let [low, high] = [tooEarly, inTime];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (willDo(middle)) high = middle;
    else low = middle;
  }
  return high;
}
