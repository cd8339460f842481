import type { LimitRule } from './limit-store.js';

/** The word that one call under one rule has ended. */
export interface EndedCall {
  readonly rule: LimitRule;
  readonly member: string;
  /** How long ago; −1: only its place matters, not the moment. */
  readonly agoMs: number;
}

interface Waiting {
  readonly rule: LimitRule;
  readonly member: string;
  /** On the host's steady clock: ages are meant for Redis, whose time no test or demo speeds up. */
  readonly endedAt: number;
}

/** Share of a window by which the word of an end may be late. A wait that was told meanwhile is too long by it at most. */
const latestShareOfWindow = 1 / 20;
const longestDelayMs = 3000;

function delayMsOf(rule: LimitRule): number {
  if (rule.type !== 'sliding-window') return 0;
  return Math.min(rule.windowMs * latestShareOfWindow, longestDelayMs);
}

/** Gathers the words of ended calls until somebody takes them along, or until they are due. */
export class EndedCalls {
  readonly #onDue: (account: string) => Promise<void>;
  readonly #byAccount = new Map<string, Waiting[]>();
  readonly #timers = new Map<string, { readonly dueAt: number; readonly timer: NodeJS.Timeout }>();

  constructor(onDue: (account: string) => Promise<void>) {
    this.#onDue = onDue;
  }

  add(account: string, rule: LimitRule, member: string): void {
    const waiting = this.#byAccount.get(account) ?? [];
    waiting.push({ rule, member, endedAt: performance.now() });
    this.#byAccount.set(account, waiting);
    this.#schedule(account, delayMsOf(rule));
  }

  /** Takes up to `count` of them out, oldest first. */
  take(account: string, count: number): readonly EndedCall[] {
    const waiting = this.#byAccount.get(account);
    if (waiting === undefined) return [];
    const taken = waiting.splice(0, count);
    if (waiting.length === 0) this.#forget(account);
    const now = performance.now();
    return taken.map(({ rule, member, endedAt }) => ({
      rule,
      member,
      // Rounded down: the moment on the store's clock then is never earlier than the true one.
      agoMs: rule.type === 'concurrency' ? -1 : Math.max(0, Math.floor(now - endedAt)),
    }));
  }

  accounts(): readonly string[] {
    return [...this.#byAccount.keys()];
  }

  stop(): void {
    for (const account of this.accounts()) this.#forget(account);
  }

  #schedule(account: string, delayMs: number): void {
    const dueAt = performance.now() + delayMs;
    const scheduled = this.#timers.get(account);
    if (scheduled !== undefined && scheduled.dueAt <= dueAt) return;
    clearTimeout(scheduled?.timer);
    // A process may end with this outstanding; the hold then runs out by itself.
    const timer = setTimeout(() => void this.#onDue(account), delayMs).unref();
    this.#timers.set(account, { dueAt, timer });
  }

  #forget(account: string): void {
    clearTimeout(this.#timers.get(account)?.timer);
    this.#timers.delete(account);
    this.#byAccount.delete(account);
  }
}
