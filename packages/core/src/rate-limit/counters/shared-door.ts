import { type Closure, type ClosureAnswer, closureMs } from '../limit-store.js';
import { DoorPace } from './door-pace.js';

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
    const lastsMs = this.#lengthOf(nowMs, closure, dayLeftMs, isClosed);
    this.#opensAt = Math.max(this.#opensAt, nowMs + 1 + lastsMs);
    this.#decrease(nowMs, closure.seenPerSecond, isClosed);
    this.#pace?.reopenAt(this.#opensAt);
    return this.#answer(nowMs);
  }

  slowDown(nowMs: number, seenPerSecond: number): ClosureAnswer {
    this.#decrease(nowMs, seenPerSecond, this.#opensAt > nowMs);
    return this.#answer(nowMs);
  }

  isIdle(nowMs: number): boolean {
    return nowMs >= this.#opensAt + (this.#growth?.lastsMs ?? 0) && this.#paceAt(nowMs) === undefined;
  }

  #lengthOf(nowMs: number, { forMs, growing = [] }: Closure, dayLeftMs: number, isClosed: boolean): number {
    if (growing.length === 0) return closureMs(forMs);
    const step = Math.min(this.#nextStep(nowMs, isClosed), growing.length - 1);
    const length = growing[step] ?? forMs;
    const lastsMs = closureMs(length === 'day' ? dayLeftMs : length);
    this.#growth = { step, lastsMs };
    return lastsMs;
  }

  #nextStep(nowMs: number, isClosed: boolean): number {
    if (this.#growth === undefined || nowMs >= this.#opensAt + this.#growth.lastsMs) return 0;
    return isClosed ? this.#growth.step : this.#growth.step + 1;
  }

  /** Whatever is still said of a closed door is about the same event: its pace was decreased for that. */
  #decrease(nowMs: number, told: number | undefined, isClosed: boolean): void {
    const known = this.#paceAt(nowMs);
    if (known === undefined) {
      this.#pace = told ? new DoorPace(told, Math.max(nowMs, this.#opensAt)) : undefined;
    } else if (!isClosed) {
      this.#pace = known.decreased(nowMs, told ?? 0, Math.max(nowMs, this.#opensAt));
    }
  }

  #paceAt(nowMs: number): DoorPace | undefined {
    if (this.#pace?.isForgotten(nowMs)) this.#pace = undefined;
    return this.#pace;
  }

  #answer(nowMs: number): ClosureAnswer {
    return {
      leftMs: Math.max(0, this.#opensAt - nowMs),
      perSecond: this.#pace?.perSecond(nowMs),
    };
  }
}
