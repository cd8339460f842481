import { hash32 } from '../../hashing/hash32.js';
import type { SlidingWindowRule } from '../limit-store.js';
import { type Counter, type Instant, type Room, room } from './counter.js';
import { type LogEntries, noEntry } from './log-entries.js';
import { LogFirsts, type LogName, logNameOf } from './log-firsts.js';

/** The exact sliding windows of one account: every admission that still counts. */
export class WindowLogs {
  readonly #entries: LogEntries;
  readonly #firsts = new LogFirsts();

  constructor(entries: LogEntries) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#firsts.size;
  }

  has(key: string): boolean {
    return this.#firsts.get(logNameOf(key)) !== noEntry;
  }

  /** The counter of a rule's key. It costs nothing to keep until something is taken. */
  of(key: string): WindowLog {
    return new WindowLog(logNameOf(key), this.#firsts, this.#entries);
  }

  /** Forgets those of the next few logs in which nothing counts. */
  sweep({ steadyMs }: Instant): void {
    this.#firsts.sweep((first) => this.#forgetIfOld(first, steadyMs));
  }

  #forgetIfOld(first: number, nowMs: number): boolean {
    for (let entry = first; entry !== noEntry; entry = this.#entries.next(entry)) {
      if (counts(this.#entries, entry, nowMs)) return false;
    }
    for (let entry = first; entry !== noEntry; ) {
      const next = this.#entries.next(entry);
      this.#entries.free(entry);
      entry = next;
    }
    return true;
  }
}

/** An exact sliding window: only a view of the entries under its name, made for one question. */
class WindowLog implements Counter<SlidingWindowRule> {
  readonly #name: LogName;
  readonly #firsts: LogFirsts;
  readonly #entries: LogEntries;

  constructor(name: LogName, firsts: LogFirsts, entries: LogEntries) {
    this.#name = name;
    this.#firsts = firsts;
    this.#entries = entries;
  }

  ask(rule: SlidingWindowRule, at: Instant): Room {
    const used = this.#usedAfterDropping(rule.windowMs, at.steadyMs);
    const excess = used + rule.weight - rule.max;
    if (excess <= 0) return room;
    return { waitMs: this.#momentWithout(excess, at.steadyMs) + rule.windowMs - at.steadyMs };
  }

  holds(admissionId: string): boolean {
    return this.#find(admissionId) !== noEntry;
  }

  take(rule: SlidingWindowRule, admissionId: string, at: Instant, inFlightMs: number): void {
    const { weight, windowMs } = rule;
    // One more: the clock's whole milliseconds are rounded down, and a window must not be short by the fraction.
    const stampMs = at.steadyMs + 1 + (rule.countsFrom === 'end' ? inFlightMs : 0);
    this.#append(this.#entries.add({ stampMs, weight, windowMs, id: idNumberOf(admissionId) }));
  }

  end(admissionId: string, at: Instant): void {
    const entry = this.#find(admissionId);
    if (entry === noEntry) return;
    this.#entries.setStampMs(entry, Math.min(this.#entries.stampMs(entry), at.steadyMs + 1));
  }

  left({ max }: SlidingWindowRule): number {
    let used = 0;
    for (let entry = this.#first(); entry !== noEntry; entry = this.#entries.next(entry)) {
      used += this.#entries.weight(entry);
    }
    return max - used;
  }

  isIdle({ steadyMs }: Instant): boolean {
    for (let entry = this.#first(); entry !== noEntry; entry = this.#entries.next(entry)) {
      if (counts(this.#entries, entry, steadyMs)) return false;
    }
    return true;
  }

  #first(): number {
    return this.#firsts.get(this.#name);
  }

  #find(admissionId: string): number {
    let entry = this.#first();
    if (entry === noEntry) return noEntry;
    const id = idNumberOf(admissionId);
    while (entry !== noEntry && this.#entries.id(entry) !== id) entry = this.#entries.next(entry);
    return entry;
  }

  #append(fresh: number): void {
    let last = this.#first();
    if (last === noEntry) {
      this.#firsts.set(this.#name, fresh);
      return;
    }
    for (let next = this.#entries.next(last); next !== noEntry; next = this.#entries.next(last)) last = next;
    this.#entries.setNext(last, fresh);
  }

  #usedAfterDropping(windowMs: number, nowMs: number): number {
    const entries = this.#entries;
    const first = this.#first();
    let [kept, before, used] = [noEntry, noEntry, 0];
    for (let entry = first; entry !== noEntry; ) {
      const next = entries.next(entry);
      // The rule may have another window than it had.
      entries.setWindowMs(entry, windowMs);
      if (counts(entries, entry, nowMs)) {
        used += entries.weight(entry);
        if (kept === noEntry) kept = entry;
        else if (entries.next(before) !== entry) entries.setNext(before, entry);
        before = entry;
      } else entries.free(entry);
      entry = next;
    }
    if (before !== noEntry) entries.setNext(before, noEntry);
    if (kept !== first) this.#firsts.set(this.#name, kept);
    return used;
  }

  /** Stamp of the entry whose leaving frees `excess`; one that is on its way counts as if it ended now. */
  #momentWithout(excess: number, nowMs: number): number {
    const kept: number[] = [];
    for (let entry = this.#first(); entry !== noEntry; entry = this.#entries.next(entry)) kept.push(entry);
    let toFree = excess;
    for (const entry of kept.sort((a, b) => this.#entries.stampMs(a) - this.#entries.stampMs(b))) {
      toFree -= this.#entries.weight(entry);
      if (toFree <= 0) return Math.min(this.#entries.stampMs(entry), nowMs + 1);
    }
    return nowMs + 1;
  }
}

function counts(entries: LogEntries, entry: number, nowMs: number): boolean {
  return entries.stampMs(entry) > nowMs - entries.windowMs(entry);
}

/** 53 bits of a hash: among the few entries of one window two different ids are never taken for one. */
function idNumberOf(admissionId: string): number {
  const high = hash32(admissionId, 0x41c6ce57, 0x5f356495) >>> 11;
  return high * 2 ** 32 + hash32(admissionId, 0xdeadbeef, 0x9e3779b1);
}
