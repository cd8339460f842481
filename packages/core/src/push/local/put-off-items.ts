import type { PushItem } from '../push-plan.js';
import { DueLineUp } from './due-line-up.js';

/** Those of one recipient: the first one tries, the others wait for what it comes to. */
interface Line {
  readonly key: string;
  readonly items: PushItem[];
  dueMs: number;
  isTrying: boolean;
}

/**
 * Items that wait for a limit of their own recipient. However many one recipient has, a single one of them takes a
 * place among those under way.
 */
export class PutOffItems {
  readonly #lines = new Map<string, Line>();
  /** Holds each line that may try, and some under moments that no longer hold. */
  readonly #due = new DueLineUp<Line>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether there is a line that others with this key belong into. */
  has(key: string): boolean {
    return this.#lines.has(key);
  }

  get hasLines(): boolean {
    return this.#lines.size > 0;
  }

  /** An item that was refused for now. It goes before those that joined meanwhile. */
  putOff(key: string, item: PushItem, dueMs: number): void {
    const line = this.#lines.get(key) ?? { key, items: [], dueMs, isTrying: false };
    line.items.unshift(item);
    line.dueMs = Math.max(line.dueMs, dueMs);
    line.isTrying = false;
    this.#lines.set(key, line);
    this.#due.add(line.dueMs, line);
    this.#size += 1;
  }

  /** An item behind others of its line. */
  join(key: string, item: PushItem): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    line.items.push(item);
    this.#size += 1;
  }

  /** An item with this key has an end: the next one of its line may try. */
  ended(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    line.isTrying = false;
    if (line.items.length === 0) this.#lines.delete(key);
    else this.#due.add(line.dueMs, line);
  }

  /** @param nowMs monotonic */
  takeDue(nowMs: number): { readonly key: string; readonly item: PushItem } | undefined {
    if (nowMs < this.nextDueMs) return undefined;
    const line = this.#due.first?.value;
    const item = line?.items.shift();
    if (line === undefined || item === undefined) return undefined;
    this.#due.dropFirst();
    line.isTrying = true;
    this.#size -= 1;
    return { key: line.key, item };
  }

  /** When there is something to take; `Infinity` where nothing waits. */
  get nextDueMs(): number {
    for (let due = this.#due.first; due !== undefined; due = this.#due.first) {
      if (mayTry(due.value) && due.dueMs === due.value.dueMs) return due.dueMs;
      this.#due.dropFirst();
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Takes everything out. */
  drain(): readonly PushItem[] {
    const items = [...this.#lines.values()].flatMap((line) => line.items);
    this.#lines.clear();
    this.#due.clear();
    this.#size = 0;
    return items;
  }
}

function mayTry({ isTrying, items }: Line): boolean {
  return !isTrying && items.length > 0;
}
