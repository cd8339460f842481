import type { LimitScope } from '../verdict/verdict.js';
import type { LimitRule, Refusal } from './limit-store.js';

/** What this process knows of something that holds calls back. Moments are the steady clock's. */
export interface Door {
  readonly by: Refusal['by'];
  readonly key: string;
  readonly scope: LimitScope;
  /** Time until somebody may try; 0: now. */
  waitMs(nowMs: number): number;
  /** What the store said: nobody gets through for that long. */
  close(nowMs: number, forMs: number): void;
  /** Time that passes at least while `ahead` others go first, counted from the door's opening. */
  queueMs(ahead: number): number;
}

/** A limit that has no room until a moment that the store named. */
export class LimitDoor implements Door {
  readonly by = 'limit';
  readonly key: string;
  readonly scope: LimitScope;
  readonly #rule: LimitRule;
  #opensAt = 0;

  constructor(rule: LimitRule) {
    this.key = rule.key;
    this.scope = rule.scope;
    this.#rule = rule;
  }

  waitMs(nowMs: number): number {
    return Math.max(0, this.#opensAt - nowMs);
  }

  close(nowMs: number, forMs: number): void {
    this.#opensAt = nowMs + forMs;
  }

  queueMs(ahead: number): number {
    if (this.#rule.type !== 'sliding-window') return 0;
    return Math.floor(ahead / this.#rule.max) * this.#rule.windowMs;
  }
}
