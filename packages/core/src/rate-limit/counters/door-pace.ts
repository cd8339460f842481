import { pace } from '../limit-store.js';

/** A stretch this long without a request ends what counts as one flow. */
const pauseMs = 1000;
/** What was seen is told from the last one or two stretches: so short, unless fewer went through than tell a pace. */
const shortStretchMs = 500;
const longStretchMs = 2000;
const enoughToTell = 10;

/** How fast requests went through lately, pauses not counted. */
class Flow {
  #beganAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  #earlierCount = 0;
  #earlierMs = 0;

  pass(nowMs: number): void {
    if (nowMs - this.#lastAt > pauseMs) this.#begin(nowMs, 0, 0);
    else if (this.#tellsAt(nowMs)) this.#begin(nowMs, this.#count, nowMs - this.#beganAt);
    this.#count += 1;
    this.#lastAt = nowMs;
  }

  /** 0 where nothing went through. A first stretch shorter than a second is told as if it had lasted one. */
  perSecond(): number {
    const count = this.#earlierCount + this.#count;
    if (count === 0) return 0;
    const spanMs = this.#earlierMs + this.#lastAt - this.#beganAt;
    return (count * 1000) / (this.#earlierMs > 0 ? spanMs : Math.max(1000, spanMs));
  }

  #tellsAt(nowMs: number): boolean {
    return nowMs - this.#beganAt >= (this.#count < enoughToTell ? longStretchMs : shortStretchMs);
  }

  #begin(nowMs: number, earlierCount: number, earlierMs: number): void {
    this.#beganAt = nowMs;
    this.#count = 0;
    this.#earlierCount = earlierCount;
    this.#earlierMs = earlierMs;
  }
}

/** What is known of requests that met a limit, in requests per second. */
export interface MetAt {
  /** What the door let through; 0 where it did not count. */
  readonly counted: number;
  /** More than that it cannot have been. */
  readonly allowed: number;
}

/** Before a limit is met for the first time. */
export const unpaced: MetAt = { counted: 0, allowed: Number.POSITIVE_INFINITY };

/**
 * What met the limit. What the door counted and what the teller knows are both at least a part of the truth. 0 where
 * nobody knows.
 */
export function ceilingOf({ counted, allowed }: MetAt, told: number): number {
  const seen = Math.min(Math.max(counted, told), allowed);
  if (seen > 0) return seen;
  return Number.isFinite(allowed) ? allowed : 0;
}

/** The pace that a door keeps after a limit answer: less than what met the limit, then more. */
export class DoorPace {
  readonly ceiling: number;
  /** The first one: a burst met the limit, and each teller knows only what it had heard of until then. */
  readonly isGuess: boolean;
  readonly #flow = new Flow();
  #growsFrom: number;
  /** When the door's bucket will be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** @param growsFrom steady moment of the reopening */
  constructor(ceiling: number, growsFrom: number, isGuess: boolean) {
    this.ceiling = Math.max(ceiling, pace.leastPerSecond / pace.decrease);
    this.isGuess = isGuess;
    this.#growsFrom = growsFrom;
  }

  /** A limit is met now. */
  met(nowMs: number): MetAt {
    return { counted: this.#flow.perSecond(), allowed: this.perSecond(nowMs) };
  }

  /** The pace after a stray limit answer: it begins again below what it had come to, and no lower than before. */
  begunAgain(come: number, growsFrom: number): DoorPace {
    return new DoorPace(Math.max(this.ceiling, come), growsFrom, this.isGuess && come <= this.ceiling);
  }

  reopenAt(growsFrom: number): void {
    this.#growsFrom = growsFrom;
  }

  perSecond(nowMs: number): number {
    const seconds = Math.max(0, nowMs - this.#growsFrom) / 1000;
    return this.ceiling * (this.isGuess ? guessGrownTo(seconds) : grownTo(seconds));
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

function guessGrownTo(seconds: number): number {
  return pace.decrease * 2 ** (seconds / pace.guessDoublingSeconds);
}
