import type { Clock } from '../clock/clock.js';
import { BarrierGate, type GatePass } from './barrier-gate.js';
import type { BarrierKey } from './limit-store.js';
import { SweptMap } from './swept-map.js';

/** The barriers that this process knows to be closed or reopening. Who has none of them in the way asks nobody. */
export class BarrierGates {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onClosed: (key: string) => void;
  readonly #gates = new SweptMap<BarrierGate>();

  /** @param onClosed a gate stays closed for longer than was known before */
  constructor(clock: Clock, random: () => number, onClosed: (key: string) => void) {
    this.#clock = clock;
    this.#random = random;
    this.#onClosed = onClosed;
  }

  /** Answers the gate. A later moment that it knows already stays. */
  close(barrier: BarrierKey, closedForMs: number): BarrierGate {
    const nowMs = this.#clock.monotonic();
    const gate = this.#gates.get(barrier.key) ?? this.#add(barrier, nowMs);
    if (gate.close(nowMs, closedForMs)) this.#onClosed(barrier.key);
    return gate;
  }

  firstShut(barriers: readonly BarrierKey[]): BarrierGate | undefined {
    if (this.#gates.size === 0) return undefined;
    const nowMs = this.#clock.monotonic();
    const isShut = (gate: BarrierGate | undefined) => gate !== undefined && gate.waitMs(nowMs) > 0;
    return barriers.map(({ key }) => this.#gates.get(key)).find(isShut);
  }

  /** Counts a call through all gates that are reopening. */
  enter(barriers: readonly BarrierKey[]): readonly GatePass[] {
    if (this.#gates.size === 0) return [];
    const nowMs = this.#clock.monotonic();
    const passes = barriers.map(({ key }) => this.#gates.get(key)?.enter(nowMs));
    return passes.filter((pass) => pass !== undefined);
  }

  /** A call came back well and nobody stands in line: there is no crowd to hold. */
  openUnlessClosed(key: string): void {
    this.#gates.get(key)?.openUnlessClosed();
  }

  /** Its quota was cleared. */
  open(key: string): void {
    this.#gates.get(key)?.open();
  }

  #add(barrier: BarrierKey, nowMs: number): BarrierGate {
    this.#gates.sweep((gate) => gate.isIdle(nowMs));
    const gate = new BarrierGate(barrier, this.#random);
    this.#gates.set(barrier.key, gate);
    return gate;
  }
}
