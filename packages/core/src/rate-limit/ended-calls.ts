import { isKeptExactly, type LimitRule } from './limit-store.js';

/** The word that one call under one rule has ended. */
export interface EndedCall {
  readonly rule: LimitRule;
  readonly admissionId: string;
  /** For a rule that is counted in slots: the latest end that was expected, on the store's clock. */
  readonly heldUntil: number | undefined;
  /** How long ago. */
  readonly agoMs: number;
}

interface Waiting extends Omit<EndedCall, 'agoMs'> {
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
  /** Of admissions that stand in slots: the latest end that was expected; oldest admission first. */
  readonly #heldUntil = new Map<string, number>();

  constructor(onDue: (account: string) => Promise<void>) {
    this.#onDue = onDue;
  }

  /** Remembers in which slots an admission stands until its call ends. Both moments are on the store's clock. */
  hold(admissionId: string, heldUntil: number, now: number): void {
    for (const [id, until] of this.#heldUntil) {
      if (until > now) break;
      this.#heldUntil.delete(id);
    }
    this.#heldUntil.set(admissionId, heldUntil);
  }

  add(account: string, admissionId: string, rules: readonly LimitRule[]): void {
    const heldUntil = this.#heldUntil.get(admissionId);
    this.#heldUntil.delete(admissionId);
    for (const rule of rules) {
      // Where the slot is not known, the weight stays in it until it is old.
      if (isInSlots(rule) && heldUntil === undefined) continue;
      this.#add(account, { rule, admissionId, heldUntil, endedAt: performance.now() });
    }
  }

  /** Takes up to `count` of them out, oldest first. */
  take(account: string, count: number): readonly EndedCall[] {
    const waiting = this.#byAccount.get(account);
    if (waiting === undefined) return [];
    const taken = waiting.splice(0, count);
    if (waiting.length === 0) this.#forget(account);
    const now = performance.now();
    // Rounded down: the moment on the store's clock then is never earlier than the true one.
    return taken.map(({ endedAt, ...call }) => ({ ...call, agoMs: Math.max(0, Math.floor(now - endedAt)) }));
  }

  accounts(): readonly string[] {
    return [...this.#byAccount.keys()];
  }

  stop(): void {
    for (const account of this.accounts()) this.#forget(account);
  }

  #add(account: string, call: Waiting): void {
    const waiting = this.#byAccount.get(account);
    if (waiting === undefined) this.#byAccount.set(account, [call]);
    else waiting.push(call);
    this.#schedule(account, delayMsOf(call.rule));
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

export function isInSlots(rule: LimitRule): boolean {
  return rule.type === 'sliding-window' && !isKeptExactly(rule);
}
