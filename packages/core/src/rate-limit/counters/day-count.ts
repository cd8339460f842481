import { nextBeijingMidnight } from '../../retry/platform-time.js';
import type { CalendarDayRule } from '../limit-store.js';
import type { Counter, Instant } from './counter.js';

/** Counts from 00:00 Beijing time. */
export class DayCount implements Counter<CalendarDayRule> {
  /** The midnight that ends the day which was counted last. */
  #endsAt = Number.NaN;
  #taken = 0;

  waitMs(rule: CalendarDayRule, at: Instant): number {
    return this.#takenOn(at) + rule.weight <= rule.max ? 0 : nextBeijingMidnight(at.wallMs) - at.wallMs;
  }

  holds(): boolean {
    return false;
  }

  take(rule: CalendarDayRule, _admissionId: string, at: Instant): void {
    this.#taken = this.#takenOn(at) + rule.weight;
    this.#endsAt = nextBeijingMidnight(at.wallMs);
  }

  end(): void {}

  isIdle(at: Instant): boolean {
    return this.#takenOn(at) === 0;
  }

  #takenOn(at: Instant): number {
    return this.#endsAt === nextBeijingMidnight(at.wallMs) ? this.#taken : 0;
  }
}
