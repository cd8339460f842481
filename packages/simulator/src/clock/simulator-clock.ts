/** Where the simulator reads the time. Any object with `now()` will do, such as a test's own clock that stands still. */
export interface TimeSource {
  /** Epoch milliseconds. */
  now(): number;
}

export interface SimulatorClockOptions {
  /** Simulated milliseconds per real millisecond: 1 is real time, 60 makes a minute pass in a second, 0 stands still. Default 1. */
  speed?: number | undefined;
  /** Epoch milliseconds at which the clock starts. Default: the real time. */
  startMs?: number | undefined;
  /** What drives the clock. Default: the real time. */
  source?: TimeSource | undefined;
}

/**
 * The time by which the simulator counts minutes, days and the lives of tokens. It runs at a chosen speed and can be
 * moved forward by hand, so that a test reaches the next minute or the next day without waiting.
 */
export class SimulatorClock implements TimeSource {
  readonly speed: number;
  readonly #source: TimeSource;
  readonly #sourceStartMs: number;
  #startMs: number;

  constructor(options: SimulatorClockOptions = {}) {
    this.speed = options.speed ?? 1;
    this.#source = options.source ?? Date;
    this.#sourceStartMs = this.#source.now();
    this.#startMs = options.startMs ?? this.#sourceStartMs;
  }

  now(): number {
    return this.#startMs + (this.#source.now() - this.#sourceStartMs) * this.speed;
  }

  /** Moves the clock forward by so many simulated milliseconds, at once. */
  advance(durationMs: number): void {
    if (!(durationMs >= 0))
      throw new RangeError(`clock.advance: expected milliseconds >= 0, got ${durationMs}`);
    this.#startMs += durationMs;
  }
}
