import { isKeptExactly, type LimitRule, slotMsOf, wantsRelease } from '../limit-store.js';
import { ruleTextOf } from './rule-text.js';

/** The word that one call under one rule has ended. */
export interface EndedCall {
  readonly rule: LimitRule;
  readonly admissionId: string;
  /** For a rule that is counted in slots: the latest end that was expected, on the store's clock. */
  readonly heldUntil: number | undefined;
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

/** The words of one account that nobody has heard yet. */
class Unheard {
  readonly byCounter = new Map<string, EndedCall[]>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  add(call: EndedCall, onDue: () => void): void {
    const counter = counterOf(call.rule);
    const calls = this.byCounter.get(counter);
    if (calls === undefined) this.byCounter.set(counter, [call]);
    else calls.push(call);
    this.#schedule(delayMsOf(call.rule), onDue);
  }

  take(counter: string, count: number): readonly EndedCall[] {
    const calls = this.byCounter.get(counter);
    if (calls === undefined) return [];
    const taken = calls.splice(0, count);
    if (calls.length === 0) this.byCounter.delete(counter);
    return taken;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(delayMs: number, onDue: () => void): void {
    const dueAt = performance.now() + delayMs;
    if (this.#dueAt <= dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    // A process may end with this outstanding; the hold then runs out by itself.
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      if (this.byCounter.size > 0) onDue();
    }, delayMs).unref();
  }
}

/** Gathers the words of ended calls until an admission under the same limit takes them along, or until they are due. */
export class EndedCalls {
  readonly #onDue: (account: string) => Promise<void>;
  readonly #byAccount = new Map<string, Unheard>();
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
      const call = { rule, admissionId, heldUntil, endedAt: performance.now() };
      this.#unheardOf(account).add(call, () => void this.#onDue(account));
    }
  }

  /** Takes out up to `count` words under each of these rules, oldest first. */
  takeUnder(account: string, rules: readonly LimitRule[], count: number): readonly EndedCall[] {
    const unheard = this.#byAccount.get(account);
    if (unheard === undefined || unheard.byCounter.size === 0) return [];
    return rules.filter(wantsRelease).flatMap((rule) => unheard.take(counterOf(rule), count));
  }

  /** Takes out up to `count` words of any kind. */
  take(account: string, count: number): readonly EndedCall[] {
    const unheard = this.#byAccount.get(account);
    const taken: EndedCall[] = [];
    for (const counter of unheard?.byCounter.keys() ?? []) {
      if (taken.length >= count) break;
      taken.push(...(unheard?.take(counter, count - taken.length) ?? []));
    }
    return taken;
  }

  accounts(): readonly string[] {
    return [...this.#byAccount.keys()];
  }

  stop(): void {
    for (const unheard of this.#byAccount.values()) unheard.stop();
    this.#byAccount.clear();
  }

  #unheardOf(account: string): Unheard {
    const known = this.#byAccount.get(account);
    if (known !== undefined) return known;
    const fresh = new Unheard();
    this.#byAccount.set(account, fresh);
    return fresh;
  }
}

/** The word as the scripts read it, in JSON without brackets, after where its counter is. */
export function wordOf({ rule, admissionId, heldUntil, endedAt }: EndedCall, place: string): string {
  if (rule.type === 'concurrency') return `${place},${JSON.stringify(admissionId)}`;
  // Rounded down: the moment on the store's clock then is never earlier than the true one.
  const agoMs = Math.max(0, Math.floor(performance.now() - endedAt));
  if (!isInSlots(rule)) return `${place},${JSON.stringify(admissionId)},${agoMs}`;
  const held = Math.floor((heldUntil ?? 0) / slotMsOf(rule.windowMs));
  return [place, (rule.split?.asker ?? 0) + 1, rule.weight, rule.windowMs, held, agoMs].join();
}

type WindowInSlots = Extract<LimitRule, { type: 'sliding-window' }>;

export function isInSlots(rule: LimitRule): rule is WindowInSlots {
  return rule.type === 'sliding-window' && !isKeptExactly(rule);
}

function counterOf(rule: LimitRule): string {
  const { key, field } = ruleTextOf(rule);
  return field === '' ? key : `${key} ${field}`;
}
