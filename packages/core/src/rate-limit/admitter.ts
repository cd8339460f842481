import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock.js';
import { isWechatErrorOf } from '../errors/errors.js';
import type { InFlightWindows } from './adaptive/in-flight-windows.js';
import type { BarrierGates } from './barrier-gates.js';
import { type Door, LimitDoor } from './door.js';
import { Holding } from './holding.js';
import { limitsUnreachable } from './limit-errors.js';
import type { CountedAnswer, LimitFailover } from './limit-failover.js';
import { type AdmitRequest, type Admitted, type Refusal, wantsRelease } from './limit-store.js';
import type { Demand, DemandAnswer } from './limited-call.js';

export interface AdmitterParts {
  readonly account: string;
  readonly clock: Clock;
  readonly store: LimitFailover;
  readonly gates: BarrierGates;
  readonly windows: InFlightWindows;
  readonly inFlightMs: number;
  readonly onAdmitted: (demand: Demand, answer: Admitted) => void;
  /** Room may have come back at this rule, barrier or window before the moment that was named. */
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

  /** One round trip. Whoever passes a reopening gate or takes a place is counted before the question, not after. */
  async ask(demand: Demand): Promise<DemandAnswer> {
    const holding = this.#hold(demand);
    try {
      const counted = await this.#parts.store.admit(this.#requestOf(demand), demand.call.kind);
      return this.#answerTo(demand, counted, holding);
    } catch (error) {
      holding.cancel();
      if (isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw limitsUnreachable(demand.call, error);
      throw error;
    }
  }

  #hold({ limits, call, group }: Demand): Holding {
    const { gates, windows } = this.#parts;
    return new Holding(gates.enter(limits.barriers), windows.windowOf(call.endpoint, group));
  }

  #requestOf(demand: Demand): AdmitRequest {
    const { account } = this.#parts;
    const { rules, barriers, enforce } = demand.limits;
    const admissionId = this.#nextId();
    return { account, admissionId, rules, barriers, enforce, inFlightMs: this.#inFlightMs(demand) };
  }

  #answerTo(demand: Demand, counted: CountedAnswer, holding: Holding): DemandAnswer {
    const { answer } = counted;
    if (answer.type === 'refused') {
      holding.cancel();
      return { type: 'blocked', door: this.#shutDoor(demand, answer), waitMs: answer.retryAfterMs };
    }
    this.#parts.onAdmitted(demand, answer);
    const release = this.#releaseOf(demand, counted, holding);
    return { type: 'admitted', remaining: answer.remaining, release };
  }

  #nextId(): string {
    this.#admissions += 1;
    return this.#idPrefix + this.#admissions.toString(36);
  }

  #inFlightMs({ call }: Demand): number {
    return Math.ceil(Math.min(this.#parts.inFlightMs, call.deadline.remainingMs() + transitMs));
  }

  #shutDoor({ limits }: Demand, { by, key, scope, retryAfterMs }: Refusal): Door {
    if (by === 'barrier') return this.#parts.gates.close({ key, scope }, retryAfterMs);
    const rule = by === 'limit' ? limits.rules.find((candidate) => candidate.key === key) : undefined;
    return new LimitDoor({ by, key, scope }, rule, this.#parts.clock.monotonic() + retryAfterMs);
  }

  #releaseOf({ limits }: Demand, { release }: CountedAnswer, holding: Holding): () => void {
    const { windows, onRoom } = this.#parts;
    const { rules } = limits;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const ended = rules.filter(wantsRelease);
      // A word that does not arrive makes limits stricter for a while, never looser.
      if (ended.length > 0) release(ended).catch(() => undefined);
      holding.end(!windows.isFrozen, onRoom);
      for (const { key, type } of ended) if (type === 'concurrency') onRoom(key);
    };
  }
}
