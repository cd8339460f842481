import type { Clock } from '../clock/clock.js';
import type { Door } from './door.js';
import { WaitingLine } from './waiting-line.js';

/** All who wait before one door: a line per group, those of higher priority first, and one timer however long they are. */
export class WaitingQueue<Waiter> {
  /** The latest word on it. */
  door: Door;
  readonly #lines: WaitingLine<Waiter>[] = [];
  #alarm: Alarm | undefined;

  constructor(door: Door) {
    this.door = door;
  }

  get size(): number {
    return this.#lines.reduce((sum, { size }) => sum + size, 0);
  }

  /** By priority, then whose turn was longest ago. */
  get lines(): readonly WaitingLine<Waiter>[] {
    return this.#lines;
  }

  /** Everybody, line by line. */
  waiting(): Waiter[] {
    return this.#lines.flatMap((line) => line.waiting());
  }

  lineOf(group: string): WaitingLine<Waiter> | undefined {
    return this.#lines.find((line) => line.group === group);
  }

  addLine(group: string, priority: number): WaitingLine<Waiter> {
    const line = new WaitingLine<Waiter>(group, priority);
    this.#insert(line);
    return line;
  }

  /** Some of it were let through: others of its priority try before it the next time. */
  toBack(line: WaitingLine<Waiter>): void {
    const at = this.#lines.indexOf(line);
    if (at === -1) return;
    this.#lines.splice(at, 1);
    this.#insert(line);
  }

  #insert(line: WaitingLine<Waiter>): void {
    const after = this.#lines.findIndex((other) => other.priority < line.priority);
    this.#lines.splice(after === -1 ? this.#lines.length : after, 0, line);
  }

  /** Answers `true` where nobody is left. */
  dropEmptyLines(): boolean {
    const kept = this.#lines.filter(({ size, isTrying }) => size > 0 || isTrying);
    if (kept.length < this.#lines.length) this.#lines.splice(0, this.#lines.length, ...kept);
    if (kept.length === 0) this.#alarm?.controller.abort();
    return kept.length === 0;
  }

  /** Calls `onDue` after a while, and forgets the moment that was set before unless it is sooner. */
  sleep(clock: Clock, delayMs: number, onDue: () => void): void {
    // Rounded up: a rest too small for the clock's resolution would be slept over and over.
    const dueAt = clock.monotonic() + Math.ceil(delayMs);
    if (this.#alarm !== undefined && this.#alarm.dueAt <= dueAt) return;
    this.#alarm?.controller.abort();
    const alarm = { dueAt, controller: new AbortController() };
    this.#alarm = alarm;
    const ring = () => {
      if (this.#alarm === alarm) this.#alarm = undefined;
      onDue();
    };
    clock.sleep(Math.ceil(delayMs), alarm.controller.signal).then(ring, () => undefined);
  }
}

interface Alarm {
  readonly dueAt: number;
  readonly controller: AbortController;
}
