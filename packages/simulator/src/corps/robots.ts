import { SlidingWindow } from '../limits/sliding-window.js';
import type { LimitOptions } from '../options/options.js';
import type { CorpOptions } from './corp-options.js';

const MINUTE_MS = 60_000;

/** The group robots of one corp: twenty messages a minute each. */
export class Robots {
  readonly #keys: ReadonlySet<string> | undefined;
  readonly #max: number;
  readonly #windows = new Map<string, SlidingWindow>();

  constructor(option: CorpOptions['robots'], { perRobotPerMinute = 20 }: LimitOptions) {
    this.#keys = option === undefined || option === 'any' ? undefined : new Set(option);
    this.#max = perRobotPerMinute;
  }

  has(key: string): boolean {
    return this.#keys?.has(key) ?? key !== '';
  }

  /** Whether one more may go out now; it is then counted. */
  take(key: string, nowMs: number): boolean {
    const window = this.#windows.get(key) ?? new SlidingWindow(this.#max, MINUTE_MS);
    this.#windows.set(key, window);
    return window.take(nowMs) === 0;
  }
}
