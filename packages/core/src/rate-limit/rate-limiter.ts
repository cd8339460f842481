import { type Clock, systemClock } from '../clock/clock.js';
import type { StoreUnavailableError } from '../errors/errors.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { AnswerScope } from '../verdict/verdict.js';
import { InFlightWindows } from './adaptive/in-flight-windows.js';
import { Admitter } from './admitter.js';
import { BarrierGates } from './barrier-gates.js';
import type { FleetShare } from './failover/part-of-the-fleet.js';
import { LimitFailover } from './limit-failover.js';
import { barrierOf, type CallLimits, type LimitPolicy, nonCoreBarrier } from './limit-policy.js';
import {
  type Admitted,
  type BarrierKey,
  type Closure,
  type ClosureAnswer,
  closureMs,
  type LimitRule,
  type LimitStore,
  paceKeyOf,
} from './limit-store.js';
import { LimitTelemetry } from './limit-telemetry.js';
import type { Admission, Block, Demand, DemandAnswer, RateLimitedCall } from './limited-call.js';
import { WaitingRoom } from './waiting-room.js';

export type { FleetShare } from './failover/part-of-the-fleet.js';
export type { Admission, RateLimitedCall } from './limited-call.js';

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
  /** Limits that the platform itself told of, beside those of the policy. @default none */
  readonly learnedRules?: ((call: RateLimitedCall) => readonly LimitRule[]) | undefined;
  /** Whom this process shares limits with while it has to count alone. @default nobody */
  readonly fleet?: (() => FleetShare) | undefined;
  /** Evenly from 0 (included) to 1 (not included). @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** A limit answer of the platform or of a gateway before it. */
export interface LimitHitReport {
  readonly scope: AnswerScope;
  readonly endpoint: string;
  readonly recipient?: string | undefined;
  readonly closure: Closure;
}

const defaultInFlightMs = 30_000;

/**
 * Lets the calls of one process through at the pace that all processes share.
 *
 * A call that the store refuses joins the line of the very rule or barrier that refused it. Only the first of a line ask
 * again, at the moment that the store named; the others stand behind them without timers and without asking. Lines are
 * independent, so a recipient with many messages holds up nobody else, no group stands behind another, and whoever stands
 * behind a closed barrier costs the store nothing.
 */
export class RateLimiter {
  #policy: LimitPolicy;
  readonly #clock: Clock;
  readonly #learnedRules: (call: RateLimitedCall) => readonly LimitRule[];
  readonly #tell: LimitTelemetry;
  readonly #store: LimitFailover;
  readonly #gates: BarrierGates;
  readonly #windows: InFlightWindows;
  readonly #admitter: Admitter;
  readonly #room: WaitingRoom;

  constructor(options: RateLimiterOptions) {
    const { account, telemetry, policy } = options;
    const clock = options.clock ?? systemClock;
    const inFlightMs = options.inFlightMs ?? defaultInFlightMs;
    this.#policy = policy;
    this.#clock = clock;
    this.#learnedRules = options.learnedRules ?? (() => []);
    this.#tell = new LimitTelemetry(telemetry, account);
    this.#gates = new BarrierGates(clock, options.random ?? Math.random, (key) => this.#room.sendAway(key));
    this.#windows = new InFlightWindows({ account, telemetry });
    this.#windows.setBounds(policy.inFlight);
    this.#store = this.#makeStore(options, { account, clock, inFlightMs });
    this.#admitter = this.#makeAdmitter({ account, clock, inFlightMs });
    this.#room = new WaitingRoom({
      clock,
      tryAdmit: (demand, doorKey) => this.#tryFromLine(demand, doorKey),
      onAdmitted: (demand, door, waitMs) => this.#tell.waited(demand, door, waitMs),
      priorityOf: (group) => this.#policy.priorityOf(group),
    });
  }

  /** How many calls stand in line. */
  get waiting(): number {
    return this.#room.waiting;
  }

  /**
   * Waits until every limit has room, and takes it.
   *
   * @throws {RateLimitError} with `scope` and `retryAfterMs` where the wait is known to outlast the deadline, at once;
   *   where the deadline comes while waiting; where the call does not want to wait; or where too many of its tenant wait.
   *   Nothing was taken.
   * @throws {DeadlineError} where the caller aborted while waiting
   * @throws {StoreUnavailableError} where the shared limits cannot be asked, see `limits.whenUnavailable`
   */
  async admit(call: RateLimitedCall): Promise<Admission> {
    const demand = this.#demandOf(call);
    const answer = this.#knownBlockOf(demand) ?? (await this.#admitter.ask(demand));
    if (answer.type === 'blocked') return await this.#room.stand(demand, answer);
    return { waitedMs: 0, remaining: answer.remaining, release: answer.release };
  }

  /**
   * Closes the barrier of the answer's scope for every process. A later moment that was named before stays. Answers for
   * how long it is closed, and at which pace it goes on then.
   */
  limitHit({ scope, endpoint, recipient, closure }: LimitHitReport): Promise<ClosureAnswer> {
    return this.#close(barrierOf(scope, endpoint, recipient), closure);
  }

  /** Closes a barrier for every process at whose limit nobody has knocked yet: the end of its quota was told beforehand. */
  closeAhead(scope: 'gateway' | 'endpoint', endpoint: string, forMs: number): Promise<ClosureAnswer> {
    return this.#close(barrierOf(scope, endpoint), { forMs });
  }

  /** A call under way met a limit, or was one too many at the same time: this process puts less under way. */
  tooMany(endpoint: string, group?: string, ofConcurrency = false): void {
    this.#windows.meetLimit(endpoint, this.#policy.groupOf(group), ofConcurrency);
  }

  /** Lowers the pace of a barrier for every process, for example of `app`, without closing it. */
  async slowDown(barrierKey: string, seenPerSecond: number): Promise<void> {
    if (this.#policy.keepsPace) await this.#store.slowDown(barrierKey, seenPerSecond);
  }

  /** Pauses the groups that are not core, on every process. */
  async closeNonCore(forMs: number): Promise<void> {
    await this.#close(nonCoreBarrier, { forMs });
  }

  /** What closed a barrier has been cleared: opens it and forgets its pace, for every process that asks the store. */
  async reopen(barrierKey: string): Promise<void> {
    await this.#store.openBarrier(barrierKey);
    this.reopenHere(barrierKey);
    this.#tell.opened(barrierKey);
  }

  /** Another process has reopened it: this one need not wait for the moment that it knew. */
  reopenHere(barrierKey: string): void {
    this.#gates.open(barrierKey);
    this.#room.tryAgain(barrierKey);
    this.#room.tryAgain(paceKeyOf(barrierKey));
  }

  /** Answers `true` to one process in `forMs`: for what one does for all. */
  takeTurn(name: string, forMs: number): Promise<boolean> {
    return this.#store.takeTurn(name, forMs);
  }

  /** Holds for calls from now on; those in line ask by it when they ask again, which is now. */
  usePolicy(policy: LimitPolicy): void {
    this.#policy = policy;
    this.#windows.setBounds(policy.inFlight);
    this.#room.tryAllAgain();
  }

  /** @param factor from 0 to 1; share of its concurrency that this process uses at the endpoint */
  setConcurrencyFactor(endpoint: string, factor: number): void {
    for (const key of this.#windows.setFactor(endpoint, factor)) this.#room.wake(key);
  }

  /** While `true`, no more calls are put under way at once than there are now. */
  freezeGrowth(isFrozen: boolean): void {
    this.#windows.isFrozen = isFrozen;
  }

  /** Somebody else who uses the store found it gone: so an idle process knows of an outage, too. */
  storeLost(error: StoreUnavailableError): void {
    this.#store.lost(error);
  }

  /** The client closes in `graceMs`: calls in line whose limit stays full for longer are aborted now. */
  endIn(graceMs: number): void {
    this.#room.endIn(graceMs);
  }

  /** Closes the store. Calls that are still in line end with their deadline. */
  close(): Promise<void> {
    return this.#store.close();
  }

  #makeStore(
    { store, telemetry, fleet }: RateLimiterOptions,
    shared: { readonly account: string; readonly clock: Clock; readonly inFlightMs: number },
  ): LimitFailover {
    return new LimitFailover({
      ...shared,
      store,
      telemetry,
      whenUnavailable: () => this.#policy.whenUnavailable,
      fleet: fleet ?? (() => ({ processes: 1, rank: 0 })),
      onReturn: () => this.#room.tryAllAgain(),
    });
  }

  #makeAdmitter(shared: {
    readonly account: string;
    readonly clock: Clock;
    readonly inFlightMs: number;
  }): Admitter {
    return new Admitter({
      ...shared,
      store: this.#store,
      gates: this.#gates,
      windows: this.#windows,
      onAdmitted: (demand, answer) => this.#tellAdmitted(demand, answer),
      onRoom: (key) => this.#onRoom(key),
    });
  }

  #demandOf(call: RateLimitedCall): Demand {
    const group = this.#policy.groupOf(call.group);
    return { call, startedAt: this.#clock.monotonic(), limits: this.#limitsOf(call), group };
  }

  #limitsOf(call: RateLimitedCall): CallLimits {
    const limits = this.#policy.limitsOf(call);
    const learned = this.#learnedRules(call);
    return learned.length === 0 ? limits : { ...limits, rules: [...limits.rules, ...learned] };
  }

  /** What this process knows already, without asking: a closed barrier, others in line before the same door, a full window. */
  #knownBlockOf(demand: Demand): Block | undefined {
    return this.#shutGateOf(demand) ?? this.#room.blockOf(demand) ?? this.#fullWindowOf(demand);
  }

  #tryFromLine(demand: Demand, doorKey: string): DemandAnswer | Promise<DemandAnswer> {
    demand.limits = this.#limitsOf(demand.call);
    demand.group = this.#policy.groupOf(demand.call.group);
    return (
      this.#shutGateOf(demand) ??
      this.#room.shutDoorOf(demand, doorKey) ??
      this.#fullWindowOf(demand, doorKey) ??
      this.#admitter.ask(demand)
    );
  }

  #shutGateOf({ limits }: Demand): Block | undefined {
    const door = this.#gates.firstShut(limits.barriers);
    return door && { type: 'blocked', door, waitMs: door.waitMs(this.#clock.monotonic()) };
  }

  /** Others in line before it go first, except before those who stood in another line. */
  #fullWindowOf({ limits, call, group }: Demand, cameFrom?: string): Block | undefined {
    const window = this.#windows.windowOf(call.endpoint, group);
    if (window === undefined || !limits.enforce) return undefined;
    const isShut = window.isFull || (cameFrom === undefined && this.#room.hasLine(window.key));
    return isShut ? { type: 'blocked', door: window, waitMs: window.waitMs() } : undefined;
  }

  async #close(barrier: BarrierKey, closure: Closure): Promise<ClosureAnswer> {
    const told = this.#policy.keepsPace ? closure : { ...closure, seenPerSecond: undefined };
    // First here: the calls behind it must not go while the store is told.
    this.#gates.close(barrier, leastMs(closure));
    const answer = await this.#store.closeBarrier(barrier.key, told);
    this.#gates.close(barrier, answer.leftMs);
    this.#tell.closed(barrier, answer);
    return answer;
  }

  #onRoom(key: string): void {
    if (this.#room.hasLine(key)) this.#room.wake(key);
    else this.#gates.openUnlessClosed(key);
  }

  #tellAdmitted(demand: Demand, { drew, shadowed }: Admitted): void {
    if (shadowed !== undefined) this.#tell.shadowed(demand, shadowed);
    if (drew !== undefined) this.#tell.drew(demand, drew);
    if (demand.limits.passes) this.#tell.passed(demand);
  }
}

function leastMs({ forMs, growing }: Closure): number {
  const first = growing?.[0];
  return closureMs(typeof first === 'number' ? first : forMs);
}
