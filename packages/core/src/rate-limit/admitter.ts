import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock.js';
import { isWechatErrorOf } from '../errors/errors.js';
import type { GatePass } from './barrier-gate.js';
import type { BarrierGates } from './barrier-gates.js';
import { type Door, LimitDoor } from './door.js';
import { limitsUnreachable } from './limit-errors.js';
import type { LimitFailover } from './limit-failover.js';
import { type LimitStore, type Refusal, wantsRelease } from './limit-store.js';
import type { Demand, DemandAnswer } from './limited-call.js';

export interface AdmitterParts {
  readonly account: string;
  readonly clock: Clock;
  readonly store: LimitFailover;
  readonly gates: BarrierGates;
  readonly inFlightMs: number;
  /** Room may have come back at this rule or barrier before the moment that was named. */
  readonly onRoom: (key: string) => void;
}

/** A request may still be on the wire when its deadline ends the wait for it. */
const transitMs = 1000;

/** Asks the store for one call, and tells it when that call has ended. */
export class Admitter {
  readonly #parts: AdmitterParts;
  readonly #idPrefix = `${randomUUID().slice(0, 13)}-`;
  #admissions = 0;

  constructor(parts: AdmitterParts) {
    this.#parts = parts;
  }

  /** One round trip. Whoever passes a gate that is reopening is counted before the question, not after. */
  async ask(demand: Demand): Promise<DemandAnswer> {
    const passes = this.#parts.gates.enter(demand.barriers);
    try {
      return await this.#askStore(demand, passes);
    } catch (error) {
      for (const pass of passes) pass.cancel();
      if (isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw limitsUnreachable(demand.call, error);
      throw error;
    }
  }

  async #askStore(demand: Demand, passes: readonly GatePass[]): Promise<DemandAnswer> {
    const { account, store } = this.#parts;
    const { rules, barriers, call } = demand;
    const admissionId = this.#nextId();
    const request = { account, admissionId, rules, barriers, inFlightMs: this.#inFlightMs(demand) };
    const { answer, store: counter } = await store.admit(request, call.kind);
    if (answer.type === 'admitted') {
      return { type: 'admitted', release: this.#releaseOf(demand, admissionId, counter, passes) };
    }
    for (const pass of passes) pass.cancel();
    return { type: 'blocked', door: this.#shutDoor(demand, answer), waitMs: answer.retryAfterMs };
  }

  #nextId(): string {
    this.#admissions += 1;
    return this.#idPrefix + this.#admissions.toString(36);
  }

  #inFlightMs({ call }: Demand): number {
    return Math.ceil(Math.min(this.#parts.inFlightMs, call.deadline.remainingMs() + transitMs));
  }

  #shutDoor({ rules }: Demand, { by, key, scope, retryAfterMs }: Refusal): Door {
    if (by === 'barrier') return this.#parts.gates.close({ key, scope }, retryAfterMs);
    const rule = rules.find((candidate) => candidate.key === key);
    if (rule === undefined) throw new RangeError(`the limit store refused by an unknown rule "${key}"`);
    const door = new LimitDoor(rule);
    door.close(this.#parts.clock.monotonic(), retryAfterMs);
    return door;
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
      if (ended.length > 0) store.release(this.#parts.account, admissionId, ended).catch(() => undefined);
      for (const pass of passes) pass.done();
      for (const { key, type } of ended) if (type === 'concurrency') this.#parts.onRoom(key);
      for (const { key } of passes) this.#parts.onRoom(key);
    };
  }
}
