import { pace } from '../limit-store.js';

/** A stretch this long without a request ends what counts as one flow. */
const pauseMs = 1000;
/** What was seen is told from the last one or two stretches of this length. */
const stretchMs = 2000;

/** How fast requests went through lately, pauses not counted. */
class Flow {
  #beganAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  #earlierCount = 0;
  #earlierMs = 0;

  pass(nowMs: number): void {
    if (nowMs - this.#lastAt > pauseMs) this.#begin(nowMs, 0, 0);
    else if (nowMs - this.#beganAt >= stretchMs) this.#begin(nowMs, this.#count, nowMs - this.#beganAt);
    this.#count += 1;
    this.#lastAt = nowMs;
  }

  /** 0 where nothing went through. A flow shorter than a second is told as if it had lasted one. */
  perSecond(): number {
    const count = this.#earlierCount + this.#count;
    if (count === 0) return 0;
    return (count * 1000) / Math.max(1000, this.#earlierMs + this.#lastAt - this.#beganAt);
  }

  #begin(nowMs: number, earlierCount: number, earlierMs: number): void {
    this.#beganAt = nowMs;
    this.#count = 0;
    this.#earlierCount = earlierCount;
    this.#earlierMs = earlierMs;
  }
}

/** The pace that a door keeps after a limit answer: less than what met the limit, then slowly more. */
export class DoorPace {
  readonly #ceiling: number;
  readonly #flow = new Flow();
  #growsFrom: number;
  /** When the door's bucket will be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** @param growsFrom steady moment of the reopening */
  constructor(ceiling: number, growsFrom: number) {
    this.#ceiling = Math.max(ceiling, pace.leastPerSecond / pace.decrease);
    this.#growsFrom = growsFrom;
  }

  /** The pace after one more limit answer. */
  decreased(nowMs: number, toldPerSecond: number, growsFrom: number): DoorPace {
    return new DoorPace(seenCeiling(this.#flow.perSecond(), toldPerSecond, this.perSecond(nowMs)), growsFrom);
  }

  /** The pace after a stray limit answer: it begins again below what it had come to, and no lower than before. */
  grownUntil(nowMs: number, growsFrom: number): DoorPace {
    const ceiling = Math.max(this.#ceiling, this.perSecond(nowMs));
    return new DoorPace(ceiling, growsFrom);
  }

  reopenAt(growsFrom: number): void {
    this.#growsFrom = growsFrom;
  }

  perSecond(nowMs: number): number {
    const grownForMs = Math.max(0, nowMs - this.#growsFrom);
    return this.#ceiling * grownTo(grownForMs / 1000);
  }

  waitMs(nowMs: number): number {
    const msPerCall = 1000 / this.perSecond(nowMs);
    const fullMs = Math.max(msPerCall, pace.burstSeconds * 1000);
    return Math.max(0, Math.ceil(Math.max(this.#fullAt, nowMs) + msPerCall - fullMs - nowMs));
  }

  pass(nowMs: number): void {
    this.#fullAt = Math.max(this.#fullAt, nowMs) + 1000 / this.perSecond(nowMs);
    this.#flow.pass(nowMs);
  }

  isForgotten(nowMs: number): boolean {
    return nowMs >= this.#growsFrom + pace.forgottenAfterMs;
  }
}

/** What the pace has grown to, as a share of the ceiling: evenly up to it, by doubling beyond it. */
function grownTo(seconds: number): number {
  const beyond = seconds - (1 - pace.decrease) / pace.increasePerSecond;
  return beyond < 0 ? 1 + pace.increasePerSecond * beyond : 2 ** (beyond / pace.doublingSeconds);
}

/**
 * What met the limit. What the door counted and what the teller knows are both at least a part of the truth; more than
 * was allowed it cannot have been.
 */
function seenCeiling(counted: number, told: number, allowed: number): number {
  const seen = Math.max(counted, told);
  return seen > 0 ? Math.min(seen, allowed) : allowed;
}
