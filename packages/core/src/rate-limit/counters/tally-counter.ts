import type { CalendarRule, SlidingWindowRule } from '../limit-store.js';
import { type Counter, type Instant, type Room, room } from './counter.js';
import { type Tally, totalOf } from './tally.js';

export type TallyRule = SlidingWindowRule | CalendarRule;

/** A rule that one column of a tally keeps. */
export class TallyCounter implements Counter<TallyRule> {
  readonly #tally: Tally;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  ask({ max, weight }: TallyRule, at: Instant): Room {
    const most = max - weight;
    if (this.#used(at) <= most) return room;
    const opens = this.#tally.futures(at).find(({ used }) => totalOf(used) <= most);
    return { waitMs: opens === undefined ? this.#tally.lengthMs : opens.atMs - at.steadyMs };
  }

  holds(): boolean {
    return false;
  }

  take(rule: TallyRule, admissionId: string, at: Instant, inFlightMs: number): void {
    this.#tally.take(0, rule.weight, admissionId, at, holdMsOf(rule, inFlightMs));
  }

  end(admissionId: string, at: Instant): void {
    this.#tally.end(admissionId, at);
  }

  left({ max }: TallyRule, at: Instant): number {
    return max - this.#used(at);
  }

  isIdle(at: Instant): boolean {
    return this.#used(at) === 0;
  }

  #used(at: Instant): number {
    return this.#tally.used(at)[0] ?? 0;
  }
}

/** How long a call under this rule may stand where its end will be what counts. */
export function holdMsOf(rule: TallyRule, inFlightMs: number): number {
  return rule.type === 'sliding-window' && rule.countsFrom === 'end' ? inFlightMs : 0;
}
