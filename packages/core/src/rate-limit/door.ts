import type { LimitScope } from '../verdict/verdict.js';
import type { LimitRule, Refusal } from './limit-store.js';

/** What this process knows of something that holds calls back. Moments are the steady clock's. */
export interface Door {
  readonly by: Refusal['by'];
  readonly key: string;
  readonly scope: LimitScope;
  /** This process' own, no limit: also a call that would rather be refused than wait for a limit stands in line for it. */
  readonly isOwn?: boolean;
  /** Time until somebody may try; 0: now. */
  waitMs(nowMs: number): number;
  /** Time that passes at least while `ahead` others go first, counted from the door's opening. */
  queueMs(ahead: number): number;
  /** What the store said of it may no longer be true: worth a try now. */
  forget(): void;
}

/** A limit, or the pace behind a barrier, that has no room until a moment that the store named. */
export class LimitDoor implements Door {
  readonly by: 'limit' | 'pace';
  readonly key: string;
  readonly scope: LimitScope;
  readonly #rule: LimitRule | undefined;
  #opensAt: number;

  /**
   * @param rule what refused; `undefined` where it was a pace
   * @param opensAt the steady clock's moment that the store named
   */
  constructor(
    { by, key, scope }: Pick<LimitDoor, 'by' | 'key' | 'scope'>,
    rule: LimitRule | undefined,
    opensAt: number,
  ) {
    this.by = by;
    this.key = key;
    this.scope = scope;
    this.#rule = rule;
    this.#opensAt = opensAt;
  }

  waitMs(nowMs: number): number {
    return Math.max(0, this.#opensAt - nowMs);
  }

  queueMs(ahead: number): number {
    if (this.#rule?.type !== 'sliding-window') return 0;
    return Math.floor(ahead / this.#rule.max) * this.#rule.windowMs;
  }

  forget(): void {
    this.#opensAt = 0;
  }
}
