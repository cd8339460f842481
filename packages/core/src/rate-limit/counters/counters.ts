import { isKeptExactly, type LimitRule, type SlidingWindowRule } from '../limit-store.js';
import { SweptMap } from '../swept-map.js';
import type { Counter, Instant } from './counter.js';
import { counterNameOf } from './counter-name.js';
import type { LogEntries } from './log-entries.js';
import { newCounter } from './new-counter.js';
import { WindowLogs } from './window-log.js';

/** The counters of one account's rules. Who is idle is forgotten, a few at every sweep. */
export class Counters {
  readonly #byName = new SweptMap<Counter>();
  readonly #logs: WindowLogs;

  constructor(entries: LogEntries) {
    this.#logs = new WindowLogs(entries);
  }

  get size(): number {
    return this.#byName.size + this.#logs.size;
  }

  know(rule: LimitRule): boolean {
    return isLogged(rule) ? this.#logs.has(rule) : this.#byName.get(counterNameOf(rule)) !== undefined;
  }

  of(rule: LimitRule): Counter {
    if (isLogged(rule)) return this.#logs.of(rule);
    const name = counterNameOf(rule);
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const fresh = newCounter(rule);
    this.#byName.set(name, fresh);
    return fresh;
  }

  /** An admission's call has ended. */
  end(rule: LimitRule, admissionId: string, at: Instant): void {
    const counter = isLogged(rule) ? this.#logs.of(rule) : this.#byName.get(counterNameOf(rule));
    counter?.end(admissionId, at);
  }

  sweep(at: Instant): void {
    this.#byName.sweep((counter) => counter.isIdle(at));
    this.#logs.sweep(at);
  }
}

/** A person's window has few entries, and there are many persons. */
function isLogged(rule: LimitRule): rule is SlidingWindowRule {
  if (rule.type !== 'sliding-window' || rule.split !== undefined) return false;
  return isKeptExactly(rule) || rule.scope === 'recipient';
}
