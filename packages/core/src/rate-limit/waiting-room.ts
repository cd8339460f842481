import type { Clock } from '../clock/clock.js';
import { Crowds } from './crowds.js';
import type { Door } from './door.js';
import type { FifoPlace } from './fifo.js';
import { endedInLine, heldBack, tooManyWaiting } from './limit-errors.js';
import { paceKeyOf } from './limit-store.js';
import type { Admission, Block, Demand, DemandAnswer, Permit } from './limited-call.js';
import { PatienceWatch } from './patience-watch.js';
import type { Seniority, WaitingLine } from './waiting-line.js';
import { WaitingQueue } from './waiting-queue.js';

export interface WaitingRoomParts {
  readonly clock: Clock;
  /** Tries to let one of a line through that stands before the door of this key. */
  readonly tryAdmit: (demand: Demand, doorKey: string) => DemandAnswer | Promise<DemandAnswer>;
  /** `door` is what held the call up first. */
  readonly onAdmitted: (demand: Demand, door: Door, waitedMs: number) => void;
  readonly priorityOf: (group: string) => number;
}

/** Where somebody stands. */
interface Spot {
  readonly queue: WaitingQueue<Waiter>;
  readonly line: WaitingLine<Waiter>;
  readonly place: FifoPlace;
}

interface Waiter {
  readonly demand: Demand;
  /** What held it up first. */
  readonly door: Door;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
  readonly patientUntil: number;
  /** Takes back what listens for its caller's going away. */
  listenNoMore: () => void;
  /** `undefined` once it has left for good. */
  spot: Spot | undefined;
  /** The owner was told that the wait may last until here. */
  announcedUntil: number;
}

/**
 * The lines of one process: one per group before each rule, barrier, pace or full window that is in somebody's way.
 *
 * Lines are independent: who waits for one recipient holds up nobody else, and no group stands behind another. The first
 * of a line try again when its door is due. Where something else is in the way then, they change to that line, and the
 * next ones step up.
 */
export class WaitingRoom {
  readonly #parts: WaitingRoomParts;
  readonly #queues = new Map<string, WaitingQueue<Waiter>>();
  readonly #crowds = new Crowds();
  readonly #patience: PatienceWatch<Waiter>;
  #waiting = 0;
  /** Steady moment at which everybody is sent away. */
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(parts: WaitingRoomParts) {
    this.#parts = parts;
    this.#patience = new PatienceWatch(parts.clock, (waiter) => this.#losePatience(waiter));
  }

  /** How many stand in line. Counted, since every message may ask. */
  get waiting(): number {
    return this.#waiting;
  }

  hasLine(key: string): boolean {
    return this.#queues.has(key);
  }

  /** Whoever comes later stands behind those of its group that are in line before the same door. */
  blockOf(demand: Demand): Block | undefined {
    return this.#blockBy(demand, () => true);
  }

  /** A door, other than the one it stands before, that is known to be shut: nobody asks the store for it. */
  shutDoorOf(demand: Demand, ownKey: string): Block | undefined {
    const nowMs = this.#nowMs();
    return this.#blockBy(demand, ({ door }) => door.key !== ownKey && door.waitMs(nowMs) > 0);
  }

  wake(key: string): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) return;
    for (const line of queue.lines) line.wake();
    this.#serve(queue);
  }

  /** A door stays shut for longer than was thought: whoever has not got the time hears of the moment now, not when its own time is up. */
  sendAway(key: string): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) return;
    const waitMs = queue.door.waitMs(this.#nowMs());
    const isInVain = ({ demand }: Waiter) => this.#patienceMs(demand) <= waitMs;
    for (const waiter of queue.waiting().filter(isInVain)) {
      this.#fail(waiter, heldBack(waiter.demand.call, queue.door, waitMs));
    }
  }

  /** Everybody will be sent away in `graceMs`: whose door stays shut for longer need not wait for that. */
  endIn(graceMs: number): void {
    const nowMs = this.#nowMs();
    this.#endsAt = nowMs + graceMs;
    for (const queue of [...this.#queues.values()]) {
      if (queue.door.waitMs(nowMs) < graceMs) continue;
      for (const { demand } of queue.waiting()) demand.call.deadline.abort();
    }
  }

  /** What was known of a door may no longer be true. */
  tryAgain(key: string): void {
    this.#queues.get(key)?.door.forget();
    this.wake(key);
  }

  tryAllAgain(): void {
    for (const key of [...this.#queues.keys()]) this.tryAgain(key);
  }

  /** Waits behind the others. Where that cannot be in time, it fails at once. */
  async stand(demand: Demand, { door }: Block): Promise<Admission> {
    const { limits, call } = demand;
    const waitMs = this.#waitMs(demand, door);
    this.#checkWait(demand, door, waitMs);
    if (!this.#crowds.enter(limits)) throw tooManyWaiting(call, waitMs);
    try {
      const announcedUntil = this.#nowMs() + waitMs;
      await call.beforeWait?.(waitMs);
      if (call.deadline.remainingMs() === 0) throw endedInLine(call, door, waitMs, call.deadline.reason());
      return await this.#turnOf(demand, door, announcedUntil);
    } finally {
      this.#crowds.leave(limits);
    }
  }

  #turnOf(demand: Demand, door: Door, announcedUntil: number): Promise<Admission> {
    const { call } = demand;
    const patientUntil = this.#nowMs() + this.#patienceMs(demand);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        demand,
        door,
        resolve,
        reject,
        patientUntil,
        listenNoMore: call.deadline.onAbort(() => this.#giveUp(waiter)),
        spot: undefined,
        announcedUntil,
      };
      this.#patience.enter(waiter);
      this.#waiting += 1;
      this.#join(waiter, door, 'fresh');
    });
  }

  #nowMs(): number {
    return this.#parts.clock.monotonic();
  }

  /** How much longer the call would wait. */
  #patienceMs({ call, startedAt }: Demand): number {
    const remainingMs = call.deadline.remainingMs();
    if (call.maxWaitMs === undefined) return remainingMs;
    return Math.min(remainingMs, Math.max(0, startedAt + call.maxWaitMs - this.#nowMs()));
  }

  /** @throws {RateLimitError} where the call does not want to wait for so long */
  #checkWait(demand: Demand, door: Door, waitMs: number): void {
    const { call } = demand;
    if (this.#nowMs() + waitMs >= this.#endsAt) call.deadline.abort();
    const mayWait = call.onLimit === 'wait' || door.isOwn === true;
    if (mayWait && waitMs < this.#patienceMs(demand)) return;
    // An aborted caller has no time left either, but wants to hear that it was its own doing.
    if (call.deadline.remainingMs() === 0) throw endedInLine(call, door, waitMs, call.deadline.reason());
    throw heldBack(call, door, waitMs);
  }

  #blockBy(
    { limits, group }: Demand,
    isInTheWay: (queue: WaitingQueue<Waiter>) => boolean,
  ): Block | undefined {
    if (!this.#hasLineAtStore()) return undefined;
    for (const key of doorKeysOf(limits)) {
      const queue = this.#queues.get(key);
      if (queue?.lineOf(group) === undefined || !isInTheWay(queue)) continue;
      return { type: 'blocked', door: queue.door, waitMs: queue.door.waitMs(this.#nowMs()) };
    }
    return undefined;
  }

  /** Whether anybody waits for anything but places of this process, whose keys are no call's rules or barriers. */
  #hasLineAtStore(): boolean {
    for (const { door } of this.#queues.values()) if (door.isOwn !== true) return true;
    return false;
  }

  #waitMs({ group }: Demand, door: Door): number {
    const queue = this.#queues.get(door.key);
    const ahead = queue?.lineOf(group)?.size ?? 0;
    const known = ahead > 0 && queue !== undefined ? queue.door : door;
    return known.waitMs(this.#nowMs()) + known.queueMs(ahead);
  }

  #join(waiter: Waiter, door: Door, before: 'moved' | 'fresh'): void {
    const { group, call } = waiter.demand;
    const seniority: Seniority = call.isRepetition === true ? 'repetition' : before;
    const queue = this.#queues.get(door.key) ?? this.#open(door);
    const line = queue.lineOf(group) ?? queue.addLine(group, this.#parts.priorityOf(group));
    waiter.spot = { queue, line, place: line.join(waiter, seniority) };
    if (line.size === 1) this.#serve(queue);
  }

  #open(door: Door): WaitingQueue<Waiter> {
    const queue = new WaitingQueue<Waiter>(door);
    this.#queues.set(door.key, queue);
    return queue;
  }

  /** Lets those try whose door is due, or who were woken. The others sleep until it is. */
  #serve(queue: WaitingQueue<Waiter>): void {
    const waitMs = queue.door.waitMs(this.#nowMs());
    for (const line of [...queue.lines]) {
      if (line.isTrying || (waitMs > 0 && !line.takeWake())) continue;
      void this.#try(queue, line);
    }
    if (waitMs > 0 && this.#queues.get(queue.door.key) === queue) {
      queue.sleep(this.#parts.clock, waitMs, () => this.#serve(queue));
    }
  }

  async #try(queue: WaitingQueue<Waiter>, line: WaitingLine<Waiter>): Promise<void> {
    line.takeWake();
    line.isTrying = true;
    const tries: Promise<boolean>[] = [];
    for (const waiter of line.nextOnes()) {
      // Some doors shut as soon as one is through.
      if (tries.length > 0 && queue.door.waitMs(this.#nowMs()) > 0) break;
      tries.push(this.#tryOne(waiter, queue.door.key));
    }
    const passed = await Promise.all(tries);
    line.isTrying = false;
    if (passed.includes(true)) queue.toBack(line);
    if (line.size > 0) this.#serve(queue);
    else this.#sweep(queue);
  }

  /** Answers whether it was let through. */
  async #tryOne(waiter: Waiter, doorKey: string): Promise<boolean> {
    try {
      const answer = await this.#parts.tryAdmit(waiter.demand, doorKey);
      if (answer.type === 'admitted') this.#letThrough(waiter, answer);
      else this.#keepWaiting(waiter, answer);
      return answer.type === 'admitted';
    } catch (error) {
      this.#fail(waiter, error);
      return false;
    }
  }

  #keepWaiting(waiter: Waiter, { door, waitMs }: Block): void {
    const { spot, demand } = waiter;
    if (spot === undefined) return;
    this.#checkWait(demand, door, waitMs);
    if (spot.queue.door.key === door.key) {
      spot.queue.door = door;
      spot.line.refused();
    } else {
      spot.place.leave();
      this.#join(waiter, door, 'moved');
    }
    this.#announce(waiter, waitMs);
  }

  /** Not awaited: a slow owner must not hold up those behind it. */
  #announce(waiter: Waiter, waitMs: number): void {
    const until = this.#nowMs() + waitMs;
    const { beforeWait } = waiter.demand.call;
    if (beforeWait === undefined || until <= waiter.announcedUntil) return;
    waiter.announcedUntil = until;
    beforeWait(waitMs)?.catch((error: unknown) => this.#fail(waiter, error));
  }

  #letThrough(waiter: Waiter, { remaining, release }: Permit): void {
    const { demand, door, resolve, spot } = waiter;
    spot?.line.letThrough(remaining?.key === spot.queue.door.key ? remaining.left : undefined);
    // It may have given up while the store was asked.
    if (!this.#leave(waiter)) {
      release();
      return;
    }
    const waitedMs = this.#nowMs() - demand.startedAt;
    this.#parts.onAdmitted(demand, door, waitedMs);
    resolve({ waitedMs, remaining, release });
  }

  #losePatience(waiter: Waiter): void {
    const { call } = waiter.demand;
    const { door } = waiter.spot?.queue ?? waiter;
    if (call.deadline.remainingMs() === 0) this.#giveUp(waiter);
    else this.#fail(waiter, heldBack(call, door, door.waitMs(this.#nowMs())));
  }

  /** The deadline came, or the caller went away. */
  #giveUp(waiter: Waiter): void {
    const door = waiter.spot?.queue.door ?? waiter.door;
    const { call } = waiter.demand;
    this.#fail(waiter, endedInLine(call, door, door.waitMs(this.#nowMs()), call.deadline.reason()));
  }

  #fail(waiter: Waiter, error: unknown): void {
    if (this.#leave(waiter)) waiter.reject(error);
  }

  /** Answers `false` where it has left before. */
  #leave(waiter: Waiter): boolean {
    const { spot } = waiter;
    if (spot === undefined) return false;
    waiter.spot = undefined;
    this.#waiting -= 1;
    spot.place.leave();
    waiter.listenNoMore();
    this.#patience.leave(waiter);
    if (spot.line.size === 0) this.#sweep(spot.queue);
    return true;
  }

  #sweep(queue: WaitingQueue<Waiter>): void {
    const { key } = queue.door;
    if (queue.dropEmptyLines() && this.#queues.get(key) === queue) this.#queues.delete(key);
  }
}

function* doorKeysOf({ barriers, rules, enforce }: Demand['limits']): Generator<string> {
  for (const { key } of barriers) {
    yield key;
    yield paceKeyOf(key);
  }
  // Where limits are not enforced, only what the platform named holds a call up.
  if (enforce !== false) for (const { key } of rules) yield key;
}
