import type { Clock } from '../../clock/clock.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { AlertSettings } from '../alert-options.js';
import type { FleetView } from '../limit-store.js';
import { type AlertLevel, type AlertReading, alertLevel } from './alert-level.js';
import { FleetProgress } from './fleet-progress.js';

/** What an alert does to the calls of this process. */
export interface AlertedLimiter {
  /** Lowers the shared pace of a door. */
  slowDown(key: string, seenPerSecond: number): Promise<unknown>;
  /** Holds the groups that are not core back. */
  closeNonCore(forMs: number): unknown;
  /** While `true`, no more calls are put under way at once than there are now. */
  freezeGrowth(isFrozen: boolean): void;
  /** Answers `true` to one process in `forMs`. */
  takeTurn(name: string, forMs: number): Promise<boolean>;
}

export interface AlertWatchOptions {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly limiter: AlertedLimiter;
  /** Asked at each look: a policy may be reloaded. `undefined` where no alert is wanted. */
  readonly settings: () => AlertSettings | undefined;
  /**
   * Whether this process has met a limit lately that a slower pace would have spared it. What is used up for the day is
   * none, nor what one person has got too much of.
   */
  readonly metPaceLimit: () => boolean;
}

const quiet: AlertReading = { level: 'green', limitedShare: 0, calls: 0 };

/** The fleet slows down once in this time: what came of it shows in the next stretch only. */
const slowDownEveryMs = 10_000;

/** Follows the fleet's alert level and does what it asks for. */
export class AlertWatch {
  readonly #options: AlertWatchOptions;
  readonly #progress = new FleetProgress();
  #level: AlertLevel = 'green';

  constructor(options: AlertWatchOptions) {
    this.#options = options;
  }

  get level(): AlertLevel {
    return this.#level;
  }

  /** Requests per second of the whole fleet that met no limit, lately. */
  get fleetPerSecond(): number {
    return this.#progress.perSecond();
  }

  /** Looks at what the fleet knows now. Never throws. */
  look({ recent }: FleetView): void {
    const limited = this.#progress.note(recent, this.#options.clock.monotonic());
    const settings = this.#options.settings();
    const before = this.#level;
    const reading = settings === undefined ? quiet : alertLevel(recent, settings, before);
    this.#level = reading.level;
    if (reading.level !== before) this.#changed(reading, before);
    // What limit answers have raised is renewed by new ones only, and so ends by itself.
    if (settings !== undefined && limited > 0) this.#act(reading.level, settings.pauseMs);
  }

  #changed({ level, limitedShare, calls }: AlertReading, before: AlertLevel): void {
    const { account, telemetry, limiter } = this.#options;
    telemetry.emit({ type: 'alert.changed', account, level, before, limitedShare, calls });
    if (level === 'suspicious') limiter.freezeGrowth(true);
    else if (before === 'suspicious') limiter.freezeGrowth(false);
  }

  #act(level: AlertLevel, pauseMs: number): void {
    const { limiter, metPaceLimit } = this.#options;
    if (level === 'red') this.#inBackground(async () => limiter.closeNonCore(pauseMs));
    if ((level === 'red' || level === 'yellow') && metPaceLimit()) {
      this.#inBackground(() => this.#slowDown());
    }
  }

  async #slowDown(): Promise<void> {
    const { limiter } = this.#options;
    const perSecond = this.#progress.perSecond();
    if (perSecond <= 0 || !(await limiter.takeTurn('alert:slow-down', slowDownEveryMs))) return;
    await limiter.slowDown('app', perSecond);
  }

  /** The limits themselves do not hang on it: the next view leads here again. */
  #inBackground(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      const message = error instanceof Error ? error.message : 'the limiter failed';
      this.#options.telemetry.emit({ type: 'store.trouble', store: 'limit', operation: 'alert', message });
    });
  }
}
