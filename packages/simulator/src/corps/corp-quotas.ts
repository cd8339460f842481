import { EndpointWindows } from '../limits/endpoint-windows.js';
import { FixedWindow } from '../limits/fixed-window.js';
import type { LimitOptions } from '../options/options.js';
import { type Reply, refuseCorp } from '../server/answer.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Midnight in Beijing. */
const DAY_OFFSET_MS = 8 * HOUR_MS;
const BASE = { perMinute: 10_000, perHour: 150_000 };
/** Messages of apps have limits of their own and do not count into the base limits. */
const EXEMPT: ReadonlySet<string> = new Set(['/cgi-bin/message/send', '/cgi-bin/auth/getuserinfo']);

/**
 * The frequency limits of one corp per API. Whichever window is hit, the answer is 45009.
 * https://developer.work.weixin.qq.com/document/path/90454
 */
export class CorpQuotas {
  readonly #limits: LimitOptions;
  readonly #windows: EndpointWindows;
  readonly #meters = new Map<string, readonly FixedWindow[]>();

  constructor(limits: LimitOptions) {
    this.#limits = limits;
    this.#windows = new EndpointWindows(limits, refuseCorp);
  }

  /** Counts one call; a call that is refused counts nothing. */
  count(path: string, nowMs: number): Reply | undefined {
    const meters = this.#metersOf(path);
    // Days begin at Beijing's midnight; whole hours and minutes are the same there and here.
    const beijingMs = nowMs + DAY_OFFSET_MS;
    if (meters.some((meter) => meter.left(beijingMs) === 0)) return refuseCorp(45009);
    const refused = this.#windows.count(path, nowMs);
    if (refused === undefined) for (const meter of meters) meter.take(beijingMs);
    return refused;
  }

  #metersOf(path: string): readonly FixedWindow[] {
    const known = this.#meters.get(path);
    if (known !== undefined) return known;
    const made = this.#newMeters(path);
    this.#meters.set(path, made);
    return made;
  }

  #newMeters(path: string): FixedWindow[] {
    const perMinute =
      this.#limits.perEndpointPerMinute?.[path] ?? (EXEMPT.has(path) ? undefined : BASE.perMinute);
    const perDay = this.#limits.perEndpointPerDay?.[path];
    const made: FixedWindow[] = [];
    if (perMinute !== undefined) made.push(new FixedWindow(perMinute, MINUTE_MS));
    if (!EXEMPT.has(path)) made.push(new FixedWindow(BASE.perHour, HOUR_MS));
    if (perDay !== undefined) made.push(new FixedWindow(perDay, 24 * HOUR_MS));
    return made;
  }
}
