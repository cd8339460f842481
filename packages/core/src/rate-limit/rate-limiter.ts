import { type Clock, systemClock } from '../clock/clock.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { LimitScope } from '../verdict/verdict.js';
import { Admitter } from './admitter.js';
import { BarrierGates } from './barrier-gates.js';
import type { Door } from './door.js';
import { LimitFailover } from './limit-failover.js';
import { barrierOf, type LimitPolicy } from './limit-policy.js';
import { closureMs, type LimitStore } from './limit-store.js';
import type { Admission, Block, Demand, RateLimitedCall } from './limited-call.js';
import { WaitingRoom } from './waiting-room.js';

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
  /** Evenly from 0 (included) to 1 (not included). @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** A limit answer of the platform or of a gateway before it. */
export interface LimitHitReport {
  readonly scope: LimitScope;
  readonly endpoint: string;
  readonly recipient?: string | undefined;
  /** From now until the moment that was named. */
  readonly closedForMs: number;
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
  readonly #store: LimitFailover;
  readonly #gates: BarrierGates;
  readonly #admitter: Admitter;
  readonly #room: WaitingRoom;

  constructor({ policy, account, store, telemetry, ...options }: RateLimiterOptions) {
    const clock = options.clock ?? systemClock;
    this.#policy = policy;
    this.#account = account;
    this.#clock = clock;
    this.#telemetry = telemetry;
    this.#store = new LimitFailover({ store, clock, telemetry, whenUnavailable: policy.whenUnavailable });
    this.#gates = new BarrierGates(clock, options.random ?? Math.random);
    this.#admitter = new Admitter({
      account,
      clock,
      store: this.#store,
      gates: this.#gates,
      inFlightMs: options.inFlightMs ?? defaultInFlightMs,
      onRoom: (key) => this.#onRoom(key),
    });
    this.#room = new WaitingRoom({
      clock,
      tryAdmit: (demand) => this.#shutGateOf(demand) ?? this.#admitter.ask(demand),
      onAdmitted: (demand, door, waitMs) => this.#tellWaited(demand, door, waitMs),
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
   *   where the deadline comes while waiting; or where the call does not want to wait. Nothing was taken.
   * @throws {DeadlineError} where the caller aborted while waiting
   * @throws {StoreUnavailableError} where the shared limits cannot be asked, see `limits.whenUnavailable`
   */
  async admit(call: RateLimitedCall): Promise<Admission> {
    const startedAt = this.#clock.monotonic();
    const demand: Demand = { ...this.#policy.limitsOf(call), call, startedAt };
    const answer = this.#knownBlockOf(demand) ?? (await this.#admitter.ask(demand));
    if (answer.type === 'admitted') return { waitedMs: 0, release: answer.release };
    return this.#room.stand(demand, answer);
  }

  /** Closes the barrier of the answer's scope for every process. A later moment that was named before stays. */
  async limitHit(report: LimitHitReport): Promise<void> {
    const barrier = barrierOf(report.scope, report.endpoint, report.recipient);
    const closedForMs = closureMs(report.closedForMs);
    // First here: the calls behind it must not go while the store is told.
    this.#gates.close(barrier, closedForMs);
    const leftMs = await this.#store.closeBarrier(this.#account, barrier.key, closedForMs);
    this.#gates.close(barrier, leftMs);
    this.#telemetry.emit({ type: 'barrier.closed', account: this.#account, ...barrier, closedForMs: leftMs });
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
  #knownBlockOf(demand: Demand): Block | undefined {
    return this.#shutGateOf(demand) ?? this.#room.blockOf(demand);
  }

  #shutGateOf({ barriers }: Demand): Block | undefined {
    const door = this.#gates.firstShut(barriers);
    return door && { type: 'blocked', door, waitMs: door.waitMs(this.#clock.monotonic()) };
  }

  #onRoom(key: string): void {
    if (this.#room.hasLine(key)) this.#room.wake(key);
    else this.#gates.openUnlessClosed(key);
  }

  #tellWaited({ call }: Demand, { scope, key }: Door, waitMs: number): void {
    if (!this.#telemetry.hears('limit.waited')) return;
    const { callId, endpoint, requestId, group } = call;
    const named = { callId, account: this.#account, endpoint, requestId, group };
    this.#telemetry.emit({ type: 'limit.waited', ...named, scope, key, waitMs });
  }
}
