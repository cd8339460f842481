import { type Closure, type ClosureAnswer, closureMs } from '../limit-store.js';
import { ceilingOf, DoorPace, type MetAt, unpaced } from './door-pace.js';

/** How far a limit whose window nobody names has made closures grow. */
interface Growth {
  readonly step: number;
  readonly lastsMs: number;
}

/** What all callers know of one door: when it opens, and the pace behind it. Moments are those of a steady clock. */
export class SharedDoor {
  #opensAt = Number.NEGATIVE_INFINITY;
  #growth: Growth | undefined;
  #pace: DoorPace | undefined;
  /** What was known when the door was open last and a limit was met. */
  #met: MetAt = unpaced;
  /** The pace was lowered for that. */
  #isLowered = false;

  /** 0 or less where it is open. */
  closedMs(nowMs: number): number {
    return this.#opensAt - nowMs;
  }

  paceWaitMs(nowMs: number): number {
    return this.#paceAt(nowMs)?.waitMs(nowMs) ?? 0;
  }

  pass(nowMs: number): void {
    this.#paceAt(nowMs)?.pass(nowMs);
  }

  /** @param dayLeftMs time until 00:00 in Beijing */
  close(nowMs: number, closure: Closure, dayLeftMs: number): ClosureAnswer {
    const isClosed = this.#opensAt > nowMs;
    this.#forgetGrowth(nowMs);
    const lastsMs = this.#lengthOf(closure, dayLeftMs, isClosed);
    this.#opensAt = Math.max(this.#opensAt, nowMs + 1 + lastsMs);
    this.#adapt(nowMs, closure.seenPerSecond, !isClosed);
    this.#pace?.reopenAt(this.#opensAt);
    return this.#answer(nowMs);
  }

  slowDown(nowMs: number, seenPerSecond: number): ClosureAnswer {
    this.#forgetGrowth(nowMs);
    this.#adapt(nowMs, seenPerSecond, this.#opensAt <= nowMs);
    return this.#answer(nowMs);
  }

  isIdle(nowMs: number): boolean {
    return nowMs >= this.#opensAt + (this.#growth?.lastsMs ?? 0) && this.#paceAt(nowMs) === undefined;
  }

  #lengthOf({ forMs, growing = [] }: Closure, dayLeftMs: number, isClosed: boolean): number {
    if (growing.length === 0) return closureMs(forMs);
    const step = Math.min(this.#nextStep(isClosed), growing.length - 1);
    const length = growing[step] ?? forMs;
    const lastsMs = closureMs(length === 'day' ? dayLeftMs : length);
    this.#growth = { step, lastsMs };
    return lastsMs;
  }

  /** The limit was not met for as long as the last closure: the next one is a first one again. */
  #forgetGrowth(nowMs: number): void {
    if (nowMs >= this.#opensAt + (this.#growth?.lastsMs ?? 0)) this.#growth = undefined;
  }

  #nextStep(isClosed: boolean): number {
    if (this.#growth === undefined) return 0;
    return isClosed ? this.#growth.step : this.#growth.step + 1;
  }

  /**
   * Whatever is still said of a closed door is about the same event: its pace is lowered for that once, from what was
   * known when it was met.
   *
   * @param told requests per second that were seen; `undefined`: a stray answer, which only ends the growth
   */
  #adapt(nowMs: number, told: number | undefined, isFirst: boolean): void {
    const known = this.#paceAt(nowMs);
    if (isFirst) {
      this.#met = known?.met(nowMs) ?? unpaced;
      this.#isLowered = false;
    }
    const growsFrom = Math.max(nowMs, this.#opensAt);
    if (told !== undefined) this.#lower(ceilingOf(this.#met, told), growsFrom);
    else if (isFirst) this.#pace = known?.begunAgain(ceilingOf(this.#met, 0), growsFrom);
  }

  /** Each teller knows a part only, so the one that saw most is right. */
  #lower(ceiling: number, growsFrom: number): void {
    if (ceiling === 0 || (this.#isLowered && ceiling <= (this.#pace?.ceiling ?? 0))) return;
    // Where closures grow, to meet the limit again soon costs more than a slow beginning.
    const isGuess = this.#met === unpaced && this.#growth === undefined;
    this.#pace = new DoorPace(ceiling, growsFrom, isGuess);
    this.#isLowered = true;
  }

  #paceAt(nowMs: number): DoorPace | undefined {
    if (this.#pace?.isForgotten(nowMs)) this.#pace = undefined;
    return this.#pace;
  }

  #answer(nowMs: number): ClosureAnswer {
    return {
      leftMs: Math.max(0, this.#opensAt - nowMs),
      // As many digits as the Redis store tells: the two reckon alike but for the last one.
      perSecond: this.#pace && Number(this.#pace.perSecond(nowMs).toPrecision(9)),
    };
  }
}
