import { type Counter, Counters, counterNameOf, type Instant, LogEntries } from '../counters/index.js';
import { type LimitRule, placePollMs } from '../limit-store.js';

/** Room that is set aside while somebody else is asked. */
export interface Reservation {
  readonly type: 'reserved';
  take(admissionId: string, at: Instant, inFlightMs: number): void;
  cancel(): void;
}

/** Counters of one process, which can hold room back before they count it. */
export class ReservingCounters {
  readonly #counters = new Counters(new LogEntries());
  readonly #reserved = new Map<string, number>();

  /** Time until a rule can have room; 0: now. */
  waitMs(rule: LimitRule, at: Instant): number {
    const counter = this.#counterOf(rule, at);
    const { waitMs } = counter.ask(rule, at);
    const reserved = this.#reserved.get(counterNameOf(rule)) ?? 0;
    if (waitMs > 0 || reserved === 0) return waitMs;
    return counter.ask(without(rule, reserved), at).waitMs > 0 ? placePollMs : 0;
  }

  take(rule: LimitRule, admissionId: string, at: Instant, inFlightMs: number): void {
    const counter = this.#counterOf(rule, at);
    // A counter moves on to the moment that it is asked at.
    counter.ask(rule, at);
    counter.take(rule, admissionId, at, inFlightMs);
  }

  reserve(rules: readonly LimitRule[]): Reservation {
    for (const rule of rules) this.#reserve(rule, weightOf(rule));
    const cancel = () => {
      for (const rule of rules) this.#reserve(rule, -weightOf(rule));
    };
    return {
      type: 'reserved',
      cancel,
      take: (admissionId, at, inFlightMs) => {
        cancel();
        for (const rule of rules) this.take(rule, admissionId, at, inFlightMs);
      },
    };
  }

  end(rule: LimitRule, admissionId: string, at: Instant): void {
    this.#counters.end(rule, admissionId, at);
  }

  #reserve(rule: LimitRule, weight: number): void {
    const name = counterNameOf(rule);
    const reserved = (this.#reserved.get(name) ?? 0) + weight;
    if (reserved > 0) this.#reserved.set(name, reserved);
    else this.#reserved.delete(name);
  }

  #counterOf(rule: LimitRule, at: Instant): Counter {
    if (!this.#counters.know(rule)) this.#counters.sweep(at);
    return this.#counters.of(rule);
  }
}

function weightOf(rule: LimitRule): number {
  return rule.type === 'concurrency' ? 1 : rule.weight;
}

function without(rule: LimitRule, reserved: number): LimitRule {
  return rule.type === 'bucket'
    ? { ...rule, burst: rule.burst - reserved }
    : { ...rule, max: rule.max - reserved };
}
