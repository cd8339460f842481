import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../clock/clock.js';
import type { EndpointKind } from '../endpoint/endpoint.js';
import { isWechatErrorOf } from '../errors/errors.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { LimitScope } from '../verdict/verdict.js';
import { BarrierGate, type GatePass } from './barrier-gate.js';
import { type Door, LimitDoor } from './door.js';
import type { FifoPlace } from './fifo.js';
import { endedInLine, heldBack, limitsUnreachable } from './limit-errors.js';
import { LimitFailover } from './limit-failover.js';
import { barrierOf, type CallLimits, type LimitPolicy } from './limit-policy.js';
import { type BarrierKey, closureMs, type LimitStore, type Refusal, wantsRelease } from './limit-store.js';
import { SweptMap } from './swept-map.js';
import { WaitingLine } from './waiting-line.js';

export interface RateLimiterOptions {
  readonly store: LimitStore;
  readonly policy: LimitPolicy;
  /** Credential of the account, for example `wx0000000000000001`. */
  readonly account: string;
  readonly telemetry: Telemetry;
  /** @default the host's clock */
  readonly clock?: Clock | undefined;
  /**
   * Longest time from an admission to the end of its call; the deadline bounds it further. A process that dies holds the
   * recipient's places for this long and the window on top.
   * @default 30000
   */
  readonly inFlightMs?: number | undefined;
  /** Evenly from 0 (included) to 1 (not included). @default Math.random */
  readonly random?: (() => number) | undefined;
}

export interface RateLimitedCall {
  readonly endpoint: string;
  readonly kind: EndpointKind;
  readonly recipient?: string | undefined;
  /** What the endpoint declares. */
  readonly weight: number;
  /** `signal` is read only when the call has to wait. */
  readonly deadline: { remainingMs(): number; readonly signal: AbortSignal };
  /** `reject`: a call that would have to wait ends with `RateLimitError` instead. */
  readonly onLimit: 'wait' | 'reject';
  /**
   * Called before the call waits, with the shortest time that it will wait, and again whenever that grows. Where it
   * rejects, the call leaves the line with that error.
   */
  readonly beforeWait?: ((waitMs: number) => Promise<void>) | undefined;
  readonly callId: string;
  readonly requestId: string | undefined;
}

/** Permission for one request to leave. */
export interface Admission {
  /** Time spent in line; 0: it went straight through. */
  readonly waitedMs: number;
  /**
   * Tells that the request has ended, whatever became of it. Must be called, also when nothing was sent; returns at once
   * and may be repeated. Report a limit answer by `limitHit` first.
   */
  release(): void;
}

/** A limit answer of the platform or of a gateway before it. */
export interface LimitHitReport {
  readonly scope: LimitScope;
  readonly endpoint: string;
  readonly recipient?: string | undefined;
  /** From now until the moment that was named. */
  readonly closedForMs: number;
}

/** A call on its way through the limits. */
interface Demand extends CallLimits {
  readonly call: RateLimitedCall;
  readonly startedAt: number;
}

/** What stands in a demand's way, and for how long at least. */
interface Block {
  readonly type: 'blocked';
  readonly door: Door;
  readonly waitMs: number;
}

type Answer = { readonly type: 'admitted'; readonly release: () => void } | Block;

interface Waiter {
  readonly demand: Demand;
  /** What held it up first. */
  readonly door: Door;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
  line: WaitingLine<Waiter> | undefined;
  place: FifoPlace | undefined;
  /** The owner was told that the wait may last until here. */
  announcedUntil: number;
}

const defaultInFlightMs = 30_000;

/**
 * Lets the calls of one process through at the pace that all processes share.
 *
 * A call that the store refuses joins the line of the very rule or barrier that refused it. Only the first of a line asks
 * again, at the moment that the store named; the others stand behind it without timers and without asking. Lines are
 * independent, so a recipient with many messages holds up nobody else, and whoever stands behind a closed barrier costs
 * the store nothing.
 */
export class RateLimiter {
  readonly #policy: LimitPolicy;
  readonly #account: string;
  readonly #clock: Clock;
  readonly #telemetry: Telemetry;
  readonly #inFlightMs: number;
  readonly #random: () => number;
  readonly #store: LimitFailover;
  readonly #gates = new SweptMap<BarrierGate>();
  readonly #lines = new Map<string, WaitingLine<Waiter>>();
  readonly #idPrefix = `${randomUUID().slice(0, 13)}-`;
  #admissions = 0;

  constructor(options: RateLimiterOptions) {
    this.#policy = options.policy;
    this.#account = options.account;
    this.#clock = options.clock ?? systemClock;
    this.#telemetry = options.telemetry;
    this.#inFlightMs = options.inFlightMs ?? defaultInFlightMs;
    this.#random = options.random ?? Math.random;
    const { whenUnavailable } = options.policy;
    this.#store = new LimitFailover({
      store: options.store,
      clock: this.#clock,
      telemetry: this.#telemetry,
      whenUnavailable,
    });
  }

  /** How many calls stand in line. */
  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.size;
    return waiting;
  }

  /**
   * Waits until every limit has room, and takes it.
   *
   * @throws {RateLimitError} with `scope` and `retryAfterMs` where the wait is known to outlast the deadline, at once;
   *   where the deadline comes while waiting; or where the call does not want to wait. Nothing was taken.
   * @throws {DeadlineError} where the caller aborted while waiting
   * @throws {StoreUnavailableError} where the shared limits cannot be asked, see `limits.whenUnavailable`
   */
  async admit(call: RateLimitedCall): Promise<Admission> {
    const startedAt = this.#clock.monotonic();
    const demand: Demand = { ...this.#policy.limitsOf(call), call, startedAt };
    const answer = this.#blockOf(demand) ?? (await this.#ask(demand));
    if (answer.type === 'admitted') return { waitedMs: 0, release: answer.release };
    return this.#standInLine(demand, answer);
  }

  /** Closes the barrier of the answer's scope for every process. A later moment that was named before stays. */
  async limitHit(report: LimitHitReport): Promise<void> {
    const barrier = barrierOf(report.scope, report.endpoint, report.recipient);
    const closedForMs = closureMs(report.closedForMs);
    const gate = this.#gateOf(barrier);
    // First here: the calls behind it must not go while the store is told.
    gate.close(this.#clock.monotonic(), closedForMs);
    const leftMs = await this.#store.closeBarrier(this.#account, barrier.key, closedForMs);
    gate.close(this.#clock.monotonic(), leftMs);
    this.#telemetry.emit({ type: 'barrier.closed', account: this.#account, ...barrier, closedForMs: leftMs });
  }

  /** Time left of the barrier that an answer of this scope closes, 0 where it is open. */
  async readBarrier(target: Omit<LimitHitReport, 'closedForMs'>): Promise<number> {
    const { key } = barrierOf(target.scope, target.endpoint, target.recipient);
    const [leftMs = 0] = await this.#store.readBarriers(this.#account, [key]);
    return leftMs;
  }

  /** Answers `true` to one process in `forMs`: for what one does for all. */
  takeTurn(name: string, forMs: number): Promise<boolean> {
    return this.#store.takeTurn(this.#account, name, forMs);
  }

  /** Closes the store. Calls that are still in line end with their deadline. */
  close(): Promise<void> {
    return this.#store.close();
  }

  /** What this process knows already, without asking: a closed barrier, or others in line before the same door. */
  #blockOf(demand: Demand): Block | undefined {
    const closed = this.#closedGateOf(demand);
    if (closed !== undefined || this.#lines.size === 0) return closed;
    const lines = [...demand.barriers, ...demand.rules].map(({ key }) => this.#lines.get(key));
    const line = lines.find((candidate) => candidate !== undefined);
    return line && this.#blockBy(line.door);
  }

  #closedGateOf({ barriers }: Demand): Block | undefined {
    if (this.#gates.size === 0) return undefined;
    const nowMs = this.#clock.monotonic();
    const gates = barriers.map(({ key }) => this.#gates.get(key));
    const gate = gates.find((candidate) => candidate !== undefined && candidate.waitMs(nowMs) > 0);
    return gate && this.#blockBy(gate);
  }

  #blockBy(door: Door): Block {
    const nowMs = this.#clock.monotonic();
    const waitMs = this.#lines.get(door.key)?.waitMs(nowMs) ?? door.waitMs(nowMs);
    return { type: 'blocked', door, waitMs };
  }

  /** One round trip. Whoever passes a gate that is reopening is counted before the question, not after. */
  async #ask(demand: Demand): Promise<Answer> {
    const passes = this.#enterGates(demand);
    try {
      return await this.#askStore(demand, passes);
    } catch (error) {
      for (const pass of passes) pass.cancel();
      if (isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw limitsUnreachable(demand.call, error);
      throw error;
    }
  }

  async #askStore(demand: Demand, passes: readonly GatePass[]): Promise<Answer> {
    this.#admissions += 1;
    const admissionId = this.#idPrefix + this.#admissions.toString(36);
    const { rules, barriers, call } = demand;
    const inFlightMs = Math.ceil(Math.min(this.#inFlightMs, call.deadline.remainingMs() + 1000));
    const request = { account: this.#account, admissionId, rules, barriers, inFlightMs };
    const { answer, store } = await this.#store.admit(request, call.kind);
    if (answer.type === 'admitted')
      return { type: 'admitted', release: this.#releaseOf(demand, admissionId, store, passes) };
    for (const pass of passes) pass.cancel();
    return this.#blockByRefusal(demand, answer);
  }

  #enterGates({ barriers }: Demand): readonly GatePass[] {
    if (this.#gates.size === 0) return [];
    const nowMs = this.#clock.monotonic();
    return barriers.map(({ key }) => this.#gates.get(key)?.enter(nowMs)).filter((pass) => pass !== undefined);
  }

  #blockByRefusal(demand: Demand, refusal: Refusal): Block {
    const door = this.#doorOf(demand, refusal);
    door.close(this.#clock.monotonic(), refusal.retryAfterMs);
    return this.#blockBy(door);
  }

  #doorOf({ rules }: Demand, { by, key, scope }: Refusal): Door {
    if (by === 'barrier') return this.#gateOf({ key, scope });
    const rule = rules.find((candidate) => candidate.key === key);
    if (rule === undefined) throw new RangeError(`the limit store refused by an unknown rule "${key}"`);
    return this.#lines.get(key)?.door ?? new LimitDoor(rule);
  }

  #gateOf(barrier: BarrierKey): BarrierGate {
    const known = this.#gates.get(barrier.key);
    if (known !== undefined) return known;
    const nowMs = this.#clock.monotonic();
    this.#gates.sweep((gate) => gate.isIdle(nowMs) && !this.#lines.has(gate.key));
    const gate = new BarrierGate(barrier, this.#random);
    this.#gates.set(barrier.key, gate);
    return gate;
  }

  #releaseOf(
    { rules }: Demand,
    admissionId: string,
    store: LimitStore,
    passes: readonly GatePass[],
  ): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const ended = rules.filter(wantsRelease);
      // A word that does not arrive makes limits stricter for a while, never looser.
      if (ended.length > 0) store.release(this.#account, admissionId, ended).catch(() => undefined);
      for (const { key, type } of ended) if (type === 'concurrency') this.#lines.get(key)?.wake();
      for (const pass of passes) this.#leaveGate(pass);
    };
  }

  #leaveGate(pass: GatePass): void {
    pass.done();
    const line = this.#lines.get(pass.key);
    if (line === undefined) this.#gates.get(pass.key)?.openUnlessClosed();
    else line.wake();
  }

  async #standInLine(demand: Demand, block: Block): Promise<Admission> {
    const { call } = demand;
    this.#checkWait(call, block);
    const announcedUntil = this.#clock.monotonic() + block.waitMs;
    await call.beforeWait?.(block.waitMs);
    const { signal } = call.deadline;
    if (signal.aborted) throw endedInLine(call, block.door, block.waitMs, signal.reason);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        demand,
        door: block.door,
        resolve,
        reject,
        onAbort: () => this.#giveUp(waiter),
        line: undefined,
        place: undefined,
        announcedUntil,
      };
      signal.addEventListener('abort', waiter.onAbort, { once: true });
      this.#join(waiter, block.door, false);
    });
  }

  #checkWait(call: RateLimitedCall, { door, waitMs }: Block): void {
    const remainingMs = call.deadline.remainingMs();
    if (call.onLimit === 'wait' && waitMs < remainingMs) return;
    // An aborted caller has no time left either, but wants to hear that it was its own doing.
    if (remainingMs === 0) throw endedInLine(call, door, waitMs, call.deadline.signal.reason);
    throw heldBack(call, door, waitMs);
  }

  #join(waiter: Waiter, door: Door, isReturning: boolean): void {
    const known = this.#lines.get(door.key);
    const line = known ?? new WaitingLine<Waiter>(door);
    waiter.line = line;
    waiter.place = line.join(waiter, isReturning);
    if (known !== undefined) return;
    this.#lines.set(door.key, line);
    void this.#serve(line);
  }

  /** Serves a line until it is empty. One of these runs per line. */
  async #serve(line: WaitingLine<Waiter>): Promise<void> {
    for (let first = line.first; first !== undefined; first = line.first) {
      const waitMs = line.takeWake() ? 0 : line.door.waitMs(this.#clock.monotonic());
      if (waitMs > 0) await line.pause(this.#clock, waitMs);
      else await this.#serveFirst(first);
    }
    this.#lines.delete(line.door.key);
  }

  async #serveFirst(waiter: Waiter): Promise<void> {
    try {
      const answer = this.#closedGateOf(waiter.demand) ?? (await this.#ask(waiter.demand));
      if (answer.type === 'blocked') this.#keepWaiting(waiter, answer);
      else if (this.#leave(waiter)) this.#letThrough(waiter, answer.release);
      // It gave up while the store was asked.
      else answer.release();
    } catch (error) {
      if (this.#leave(waiter)) waiter.reject(error);
    }
  }

  #keepWaiting(waiter: Waiter, block: Block): void {
    if (waiter.place === undefined) return;
    const waitMs = block.door.waitMs(this.#clock.monotonic());
    try {
      this.#checkWait(waiter.demand.call, { ...block, waitMs });
    } catch (error) {
      if (this.#leave(waiter)) waiter.reject(error);
      return;
    }
    if (waiter.line?.door !== block.door) this.#changeLine(waiter, block.door);
    this.#announce(waiter, waitMs);
  }

  #changeLine(waiter: Waiter, door: Door): void {
    waiter.place?.leave();
    this.#join(waiter, door, true);
  }

  /** Not awaited: a slow owner must not hold up those behind it. */
  #announce(waiter: Waiter, waitMs: number): void {
    const until = this.#clock.monotonic() + waitMs;
    const { beforeWait } = waiter.demand.call;
    if (beforeWait === undefined || until <= waiter.announcedUntil) return;
    waiter.announcedUntil = until;
    beforeWait(waitMs).catch((error: unknown) => {
      if (this.#leave(waiter)) waiter.reject(error);
    });
  }

  #letThrough({ demand, door, resolve }: Waiter, release: () => void): void {
    const { call, startedAt } = demand;
    const waitedMs = this.#clock.monotonic() - startedAt;
    const { callId, endpoint, requestId } = call;
    const { scope, key } = door;
    if (this.#telemetry.hears('limit.waited')) {
      const fields = { callId, account: this.#account, endpoint, requestId };
      this.#telemetry.emit({ type: 'limit.waited', ...fields, scope, key, waitMs: waitedMs });
    }
    resolve({ waitedMs, release });
  }

  /** The deadline came, or the caller went away. */
  #giveUp(waiter: Waiter): void {
    const door = waiter.line?.door ?? waiter.door;
    const waitMs = door.waitMs(this.#clock.monotonic());
    if (!this.#leave(waiter)) return;
    const { call } = waiter.demand;
    waiter.reject(endedInLine(call, door, waitMs, call.deadline.signal.reason));
  }

  /** Answers `false` where it has left before. */
  #leave(waiter: Waiter): boolean {
    const { place, line } = waiter;
    if (place === undefined) return false;
    waiter.place = undefined;
    place.leave();
    waiter.demand.call.deadline.signal.removeEventListener('abort', waiter.onAbort);
    if (line?.size === 0) line.wake();
    return true;
  }
}
