import type { Clock } from '../clock/clock.js';
import type { Door } from './door.js';
import type { FifoPlace } from './fifo.js';
import { endedInLine, heldBack } from './limit-errors.js';
import type { Admission, Block, Demand, DemandAnswer, RateLimitedCall } from './limited-call.js';
import { WaitingLine } from './waiting-line.js';

export interface WaitingRoomParts {
  readonly clock: Clock;
  /** Tries to let the first of a line through. */
  readonly tryAdmit: (demand: Demand) => DemandAnswer | Promise<DemandAnswer>;
  /** `door` is what held the call up first. */
  readonly onAdmitted: (demand: Demand, door: Door, waitedMs: number) => void;
}

interface Waiter {
  readonly demand: Demand;
  /** What held it up first. */
  readonly door: Door;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
  /** Where it stands; `undefined` once it has left for good. */
  spot: { readonly line: WaitingLine<Waiter>; readonly place: FifoPlace } | undefined;
  /** The owner was told that the wait may last until here. */
  announcedUntil: number;
}

/**
 * The lines of one process, one per rule or barrier that is in somebody's way.
 *
 * Lines are independent: who waits for one recipient holds up nobody else. The first of a line tries again when its door
 * is due. Where something else is in the way then, it changes to that line, and the next one steps up.
 */
export class WaitingRoom {
  readonly #parts: WaitingRoomParts;
  readonly #lines = new Map<string, WaitingLine<Waiter>>();

  constructor(parts: WaitingRoomParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.size;
    return waiting;
  }

  hasLine(key: string): boolean {
    return this.#lines.has(key);
  }

  /** Whoever comes later stands behind those who are in line before the same door. */
  blockOf({ barriers, rules }: Demand): Block | undefined {
    if (this.#lines.size === 0) return undefined;
    const door = [...barriers, ...rules].find(({ key }) => this.#lines.has(key));
    const line = door && this.#lines.get(door.key);
    return line && { type: 'blocked', door: line.door, waitMs: 0 };
  }

  wake(key: string): void {
    this.#lines.get(key)?.wake();
  }

  /** Waits behind the others. Where that cannot be in time, it fails at once. */
  async stand(demand: Demand, { door }: Block): Promise<Admission> {
    const { call } = demand;
    const waitMs = this.#waitMs(door);
    checkWait(call, door, waitMs);
    const announcedUntil = this.#parts.clock.monotonic() + waitMs;
    await call.beforeWait?.(waitMs);
    const { signal } = call.deadline;
    if (signal.aborted) throw endedInLine(call, door, waitMs, signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#giveUp(waiter);
      const waiter: Waiter = { demand, door, resolve, reject, onAbort, spot: undefined, announcedUntil };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#join(waiter, door, false);
    });
  }

  #waitMs(door: Door): number {
    const nowMs = this.#parts.clock.monotonic();
    return this.#lines.get(door.key)?.waitMs(nowMs) ?? door.waitMs(nowMs);
  }

  #join(waiter: Waiter, door: Door, isReturning: boolean): void {
    const known = this.#lines.get(door.key);
    const line = known ?? new WaitingLine<Waiter>(door);
    waiter.spot = { line, place: line.join(waiter, isReturning) };
    if (known !== undefined) return;
    this.#lines.set(door.key, line);
    void this.#serve(line);
  }

  /** Serves a line until it is empty. One of these runs per line. */
  async #serve(line: WaitingLine<Waiter>): Promise<void> {
    for (let first = line.first; first !== undefined; first = line.first) {
      const waitMs = line.takeWake() ? 0 : line.door.waitMs(this.#parts.clock.monotonic());
      if (waitMs > 0) await line.pause(this.#parts.clock, waitMs);
      else await this.#serveFirst(first);
    }
    this.#lines.delete(line.door.key);
  }

  async #serveFirst(waiter: Waiter): Promise<void> {
    try {
      const answer = await this.#parts.tryAdmit(waiter.demand);
      if (answer.type === 'blocked') this.#keepWaiting(waiter, answer);
      else if (this.#leave(waiter)) this.#letThrough(waiter, answer.release);
      // It gave up while the store was asked.
      else answer.release();
    } catch (error) {
      this.#fail(waiter, error);
    }
  }

  #keepWaiting(waiter: Waiter, { door, waitMs }: Block): void {
    const { spot, demand } = waiter;
    if (spot === undefined) return;
    checkWait(demand.call, door, waitMs);
    if (spot.line.door.key !== door.key) this.#changeLine(waiter, spot.place, door);
    // A gate knows its own time; a limit's is what the store said last.
    else if (door.by === 'limit') spot.line.door.close(this.#parts.clock.monotonic(), waitMs);
    this.#announce(waiter, waitMs);
  }

  #changeLine(waiter: Waiter, place: FifoPlace, door: Door): void {
    place.leave();
    this.#join(waiter, door, true);
  }

  /** Not awaited: a slow owner must not hold up those behind it. */
  #announce(waiter: Waiter, waitMs: number): void {
    const until = this.#parts.clock.monotonic() + waitMs;
    const { beforeWait } = waiter.demand.call;
    if (beforeWait === undefined || until <= waiter.announcedUntil) return;
    waiter.announcedUntil = until;
    beforeWait(waitMs).catch((error: unknown) => this.#fail(waiter, error));
  }

  #letThrough({ demand, door, resolve }: Waiter, release: () => void): void {
    const waitedMs = this.#parts.clock.monotonic() - demand.startedAt;
    this.#parts.onAdmitted(demand, door, waitedMs);
    resolve({ waitedMs, release });
  }

  /** The deadline came, or the caller went away. */
  #giveUp(waiter: Waiter): void {
    const door = waiter.spot?.line.door ?? waiter.door;
    const { call } = waiter.demand;
    const waitMs = door.waitMs(this.#parts.clock.monotonic());
    this.#fail(waiter, endedInLine(call, door, waitMs, call.deadline.signal.reason));
  }

  #fail(waiter: Waiter, error: unknown): void {
    if (this.#leave(waiter)) waiter.reject(error);
  }

  /** Answers `false` where it has left before. */
  #leave(waiter: Waiter): boolean {
    const { spot } = waiter;
    if (spot === undefined) return false;
    waiter.spot = undefined;
    spot.place.leave();
    waiter.demand.call.deadline.signal.removeEventListener('abort', waiter.onAbort);
    if (spot.line.size === 0) spot.line.wake();
    return true;
  }
}

function checkWait(call: RateLimitedCall, door: Door, waitMs: number): void {
  const remainingMs = call.deadline.remainingMs();
  if (call.onLimit === 'wait' && waitMs < remainingMs) return;
  // An aborted caller has no time left either, but wants to hear that it was its own doing.
  if (remainingMs === 0) throw endedInLine(call, door, waitMs, call.deadline.signal.reason);
  throw heldBack(call, door, waitMs);
}
