import type { LimitScope } from '../verdict/verdict.js';
import type { Door } from './door.js';
import type { BarrierKey } from './limit-store.js';

/** Reopening is spread over this share of the closure, but not over more than `longestSpreadMs`. */
const spreadShare = 0.1;
const longestSpreadMs = 30_000;
/** So many calls at once mean that the door is open. */
const openWidth = 32;
/** A call that was let through and has not come back for this long no longer holds up the others. */
const probePatienceMs = 5000;
/** Worth another look when the call that is through has not come back; its return wakes the line anyway. */
const probePollMs = 100;
/** Nobody came by for this long after the opening: there is no crowd to spread. */
const forgottenAfterMs = 60_000;

type GateState =
  | { readonly type: 'closed' }
  /** `width` calls may be through at the same time; one more with each that comes back, so it doubles in a round trip. */
  | { readonly type: 'reopening'; width: number; through: number; lastEnteredAt: number }
  | { readonly type: 'open' };

/** A call that is through a gate which is not quite open. */
export interface GatePass {
  readonly key: string;
  /** The call has ended; if it met the limit again, the gate was closed before. */
  done(): void;
  /** The call never left. */
  cancel(): void;
}

/**
 * What one process knows of a barrier: closed until the named moment and a random while longer, then one probe, then two
 * calls at a time, four, eight, until it is open.
 *
 * The random while is drawn by each process (full jitter), so a fleet comes back one after the other. The doubling takes
 * five round trips from the first probe to full pace, and a limit that still holds costs each process one request, not its
 * whole line: the probe's own limit answer closes the gate again before anyone follows.
 */
export class BarrierGate implements Door {
  readonly by = 'barrier';
  readonly key: string;
  readonly scope: LimitScope;
  readonly #random: () => number;
  #closedUntil = 0;
  #opensAt = 0;
  #state: GateState = { type: 'open' };

  constructor(barrier: BarrierKey, random: () => number) {
    this.key = barrier.key;
    this.scope = barrier.scope;
    this.#random = random;
  }

  /** The later moment wins. Answers whether it is this one. */
  close(nowMs: number, forMs: number): boolean {
    const until = nowMs + forMs;
    if (this.#state.type === 'closed' && until <= this.#closedUntil) return false;
    this.#closedUntil = until;
    this.#opensAt = until + this.#random() * Math.min(forMs * spreadShare, longestSpreadMs);
    this.#state = { type: 'closed' };
    return true;
  }

  waitMs(nowMs: number): number {
    if (this.#state.type === 'open') return 0;
    if (nowMs < this.#opensAt) return this.#opensAt - nowMs;
    if (this.#state.type === 'closed') return 0;
    const { width, through, lastEnteredAt } = this.#state;
    return through < width || nowMs - lastEnteredAt >= probePatienceMs ? 0 : probePollMs;
  }

  queueMs(): number {
    return 0;
  }

  /** A barrier that was named stays closed; `open` is for one that was cleared. */
  forget(): void {}

  /** Counts a call in. `undefined` where nobody counts: the gate is open. */
  enter(nowMs: number): GatePass | undefined {
    if (this.#state.type === 'open') return undefined;
    if (this.#state.type === 'closed')
      this.#state = { type: 'reopening', width: 1, through: 0, lastEnteredAt: nowMs };
    const counted = this.#state;
    counted.through += 1;
    counted.lastEnteredAt = nowMs;
    const leave = (wider: 0 | 1) => {
      counted.through -= 1;
      counted.width += wider;
      // A gate that was closed meanwhile has another state, which old calls do not widen.
      if (counted.width > openWidth && this.#state === counted) this.openUnlessClosed();
    };
    return { key: this.key, done: () => leave(1), cancel: () => leave(0) };
  }

  /** From here on calls come by as they are made. Nothing happens where the gate has been closed again. */
  openUnlessClosed(): void {
    if (this.#state.type === 'reopening') this.#state = { type: 'open' };
  }

  open(): void {
    this.#state = { type: 'open' };
  }

  isIdle(nowMs: number): boolean {
    return this.#state.type === 'open' || nowMs - this.#opensAt > forgottenAfterMs;
  }
}
