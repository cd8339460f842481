import type { PushItem } from '../push-plan.js';

/** Those of one recipient: the first one tries, the others wait for what it comes to. */
interface Line {
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
  #size = 0;
  #nextDueMs: number | undefined = Number.POSITIVE_INFINITY;

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
    const line = this.#lines.get(key) ?? { items: [], dueMs, isTrying: false };
    line.items.unshift(item);
    line.dueMs = Math.max(line.dueMs, dueMs);
    line.isTrying = false;
    this.#lines.set(key, line);
    this.#changed(1);
  }

  /** An item behind others of its line. */
  join(key: string, item: PushItem): void {
    this.#lines.get(key)?.items.push(item);
    this.#changed(1);
  }

  /** An item with this key has an end: the next one of its line may try. */
  ended(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    line.isTrying = false;
    if (line.items.length === 0) this.#lines.delete(key);
    this.#changed(0);
  }

  /** @param nowMs monotonic */
  takeDue(nowMs: number): { readonly key: string; readonly item: PushItem } | undefined {
    if (nowMs < this.nextDueMs) return undefined;
    for (const [key, line] of this.#lines) {
      if (line.isTrying || line.dueMs > nowMs) continue;
      const item = line.items.shift();
      if (item === undefined) continue;
      line.isTrying = true;
      this.#changed(-1);
      return { key, item };
    }
    return undefined;
  }

  /** When there is something to take; `Infinity` where nothing waits. */
  get nextDueMs(): number {
    this.#nextDueMs ??= Math.min(
      Number.POSITIVE_INFINITY,
      ...[...this.#lines.values()].filter(mayTry).map(({ dueMs }) => dueMs),
    );
    return this.#nextDueMs;
  }

  /** Takes everything out. */
  drain(): readonly PushItem[] {
    const items = [...this.#lines.values()].flatMap((line) => line.items);
    this.#lines.clear();
    this.#changed(-this.#size);
    return items;
  }

  #changed(by: number): void {
    this.#size += by;
    this.#nextDueMs = undefined;
  }
}

function mayTry({ isTrying, items }: Line): boolean {
  return !isTrying && items.length > 0;
}
