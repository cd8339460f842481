import { hash32 } from '../../hashing/hash32.js';
import { isKeptExactly, type SlidingWindowRule, slotMsOf } from '../limit-store.js';
import { type Counter, type Instant, type Room, room } from './counter.js';
import { counterNameOf } from './counter-name.js';
import { type LogEntries, noEntry, noId } from './log-entries.js';
import { LogFirsts, type LogName, logNameOf } from './log-firsts.js';

/**
 * The sliding windows of one account that are kept call by call, or, where a person may have many, slot by slot: what
 * ended in one slot is one entry then.
 */
export class WindowLogs {
  readonly #entries: LogEntries;
  readonly #firsts = new LogFirsts();

  constructor(entries: LogEntries) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#firsts.size;
  }

  has(rule: SlidingWindowRule): boolean {
    return this.#firsts.get(nameOf(rule)) !== noEntry;
  }

  /** It costs nothing to keep until something is taken. */
  of(rule: SlidingWindowRule): WindowLog {
    const slotMs = isKeptExactly(rule) ? exactSlotMs : slotMsOf(rule.windowMs);
    return new WindowLog(nameOf(rule), slotMs, this.#firsts, this.#entries);
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

/** The clock's whole milliseconds. */
const exactSlotMs = 1;

function nameOf(rule: SlidingWindowRule): LogName {
  return logNameOf(isKeptExactly(rule) ? rule.key : counterNameOf(rule));
}

/** A sliding window: only a view of the entries under its name, made for one question. */
class WindowLog implements Counter<SlidingWindowRule> {
  readonly #name: LogName;
  /** An entry counts from the end of its slot: no stretch of the window ever holds more than was meant. */
  readonly #slotMs: number;
  readonly #firsts: LogFirsts;
  readonly #entries: LogEntries;

  constructor(name: LogName, slotMs: number, firsts: LogFirsts, entries: LogEntries) {
    this.#name = name;
    this.#slotMs = slotMs;
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
    const isHeld = rule.countsFrom === 'end' && inFlightMs > 0;
    const stampMs = this.#stampOf(at.steadyMs + (isHeld ? Math.ceil(inFlightMs) : 0));
    const entry = this.#entries.add({ stampMs, weight, windowMs, id: idNumberOf(admissionId) });
    this.#append(entry);
    if (!isHeld) this.#merge(entry);
  }

  end(admissionId: string, at: Instant): void {
    const entry = this.#find(admissionId);
    if (entry === noEntry) return;
    this.#entries.setStampMs(entry, Math.min(this.#entries.stampMs(entry), this.#stampOf(at.steadyMs)));
    this.#merge(entry);
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

  #stampOf(steadyMs: number): number {
    return (Math.floor(steadyMs / this.#slotMs) + 1) * this.#slotMs;
  }

  /** Puts what has ended together with the others of its slot. */
  #merge(ended: number): void {
    if (this.#slotMs === exactSlotMs) return;
    const entries = this.#entries;
    const stampMs = entries.stampMs(ended);
    let before = noEntry;
    let other = noEntry;
    for (let entry = this.#first(); entry !== noEntry; entry = entries.next(entry)) {
      if (entries.next(entry) === ended) before = entry;
      if (entries.id(entry) === noId && entries.stampMs(entry) === stampMs) other = entry;
    }
    entries.setId(ended, noId);
    if (other === noEntry) return;
    entries.setWeight(other, entries.weight(other) + entries.weight(ended));
    if (before === noEntry) this.#firsts.set(this.#name, entries.next(ended));
    else entries.setNext(before, entries.next(ended));
    entries.free(ended);
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
      if (toFree <= 0) return Math.min(this.#entries.stampMs(entry), this.#stampOf(nowMs));
    }
    return this.#stampOf(nowMs);
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
