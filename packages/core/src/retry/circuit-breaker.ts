import { setMaxListeners } from 'node:events';

export interface CircuitSettings {
  /** So many failures, with no success between them, open the circuit; three that are in doubt count as one. */
  readonly failures: number;
  /** Only failures of the last `withinMs` count. */
  readonly withinMs: number;
  /** How long nobody may call; up to a tenth longer, so that processes do not come back together. */
  readonly openMs: number;
}

/** Moments are those of a monotonic clock, in milliseconds. */
export type CircuitState =
  | { readonly type: 'closed'; readonly failed: readonly Failure[] }
  | { readonly type: 'open'; readonly until: number }
  /** One call is out to see how things are; the others are held as if the circuit were open. */
  | { readonly type: 'half-open'; readonly probe: CircuitPass };

interface Failure {
  readonly at: number;
  readonly points: number;
}

/** Permission to call. It is told afterwards what the call has shown. */
export interface CircuitPass {
  readonly type: 'free' | 'probe';
}

/**
 * What a call has shown of the other side: it answers, it does not, or neither. `in-doubt`: one answer got lost, and the
 * call could not be repeated to see whether that meant anything.
 */
export type CircuitSign = 'alive' | 'down' | 'in-doubt' | 'unclear';

/** Where a tenth of all answers gets lost, three single ones in a row are nothing unusual; three calls with repetitions are. */
const points = { down: 3, 'in-doubt': 1 } as const;

/** Shared by all calls that meet a closed circuit, which cost nothing then. */
export const freePass: CircuitPass = Object.freeze({ type: 'free' } as const);

/** A probe ends when it ends; a moment worth asking again. */
const probeMs = 1_000;
const jitterShare = 0.1;

/**
 * Leaves alone what does not answer: closed, open after repeated failures, half-open while one probe decides.
 *
 * Knows no clock and starts no timers; whoever asks brings the time along.
 */
export class CircuitBreaker {
  readonly #settings: CircuitSettings;
  readonly #random: () => number;
  #state: CircuitState = { type: 'closed', failed: [] };
  #change = newChange();

  /** @param random evenly from 0 (included) to 1 (not included) */
  constructor(settings: CircuitSettings, random: () => number = Math.random) {
    this.#settings = settings;
    this.#random = random;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** Nothing is known against the other side. */
  get isSpotless(): boolean {
    return this.#state.type === 'closed' && this.#state.failed.length === 0;
  }

  /** Aborts when the state changes: what was held may ask again. */
  get change(): AbortSignal {
    return this.#change.signal;
  }

  /** Lets a call through; `undefined`: it is held. The first one after the open time becomes the probe. */
  enter(nowMs: number): CircuitPass | undefined {
    const state = this.#state;
    if (state.type === 'closed') return freePass;
    if (state.type === 'half-open' || nowMs < state.until) return undefined;
    const probe: CircuitPass = { type: 'probe' };
    this.#become({ type: 'half-open', probe });
    return probe;
  }

  /** When it is worth asking again, from now. */
  waitMs(nowMs: number): number {
    const state = this.#state;
    if (state.type === 'closed') return 0;
    // Whole milliseconds: a timer that ends a fraction too early would be set again and again.
    return state.type === 'open' ? Math.max(0, Math.ceil(state.until - nowMs)) : probeMs;
  }

  /**
   * What a call that was let through has shown. Any sign of life closes the circuit, also that of a call which left
   * before it opened. Against the other side a probe speaks alone: the late failures of others are old news.
   */
  tell(pass: CircuitPass, sign: CircuitSign, nowMs: number): void {
    const state = this.#state;
    if (sign === 'alive') this.#close();
    else if (state.type === 'half-open' && state.probe === pass) {
      // A probe that showed nothing leaves the next one to it.
      this.#become({ type: 'open', until: sign === 'unclear' ? nowMs : nowMs + this.#openMs() });
    } else if (state.type === 'closed' && sign !== 'unclear') this.#fail(state.failed, sign, nowMs);
  }

  #close(): void {
    if (!this.isSpotless) this.#become({ type: 'closed', failed: [] });
  }

  #fail(before: readonly Failure[], sign: keyof typeof points, nowMs: number): void {
    const { failures, withinMs } = this.#settings;
    const recent = before.filter(({ at }) => nowMs - at < withinMs);
    const failed = [...recent, { at: nowMs, points: points[sign] }];
    const sum = failed.reduce((total, failure) => total + failure.points, 0);
    if (sum < failures * points.down) this.#state = { type: 'closed', failed };
    else this.#become({ type: 'open', until: nowMs + this.#openMs() });
  }

  #openMs(): number {
    return this.#settings.openMs * (1 + jitterShare * this.#random());
  }

  #become(state: CircuitState): void {
    const before = this.#change;
    this.#state = state;
    this.#change = newChange();
    before.abort();
  }
}

/** Every call that is held listens; Node would take more than ten for a leak. */
function newChange(): AbortController {
  const change = new AbortController();
  setMaxListeners(0, change.signal);
  return change;
}
