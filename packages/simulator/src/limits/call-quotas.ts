import { beijingDay, clockMinute } from '../clock/calendar.js';
import type { LimitOptions } from '../options/options.js';
import { type Reply, refuse } from '../server/answer.js';
import { ASSUMED_PER_DAY, PUBLISHED_PER_DAY, PUBLISHED_PER_MINUTE } from './default-limits.js';
import { EndpointWindows } from './endpoint-windows.js';

interface Counter {
  day: number;
  usedToday: number;
  minute: number;
  usedThisMinute: number;
}

export interface QuotaReading {
  readonly dailyLimit: number;
  readonly used: number;
  /** The one that callers are told of. */
  readonly window: { readonly max: number; readonly windowMs: number } | undefined;
}

/** The quotas of one account per day, per minute and per window, counted per path. */
export class CallQuotas {
  readonly #perDay: Readonly<Record<string, number>>;
  readonly #perMinute: Readonly<Record<string, number>>;
  readonly #windows: EndpointWindows;
  readonly #counters = new Map<string, Counter>();

  constructor(limits: LimitOptions) {
    const tokenPerDay = limits.tokenPerDay === undefined ? {} : { '/cgi-bin/token': limits.tokenPerDay };
    this.#perDay = { ...PUBLISHED_PER_DAY, ...tokenPerDay, ...limits.perEndpointPerDay };
    this.#perMinute = { ...PUBLISHED_PER_MINUTE, ...limits.perEndpointPerMinute };
    this.#windows = new EndpointWindows(limits);
  }

  /** Counts one call. Answers the refusal of the quota that is used up, and then counts nothing. */
  count(path: string, nowMs: number): Reply | undefined {
    const counter = this.#counterOf(path, nowMs);
    if (counter.usedToday >= this.#dailyLimit(path)) return refuse(45009);
    if (counter.usedThisMinute >= (this.#perMinute[path] ?? Number.POSITIVE_INFINITY)) return refuse(45011);
    const refused = this.#windows.count(path, nowMs);
    if (refused !== undefined) return refused;
    counter.usedToday += 1;
    counter.usedThisMinute += 1;
    return undefined;
  }

  read(path: string, nowMs: number): QuotaReading {
    return {
      dailyLimit: this.#dailyLimit(path),
      used: this.#counterOf(path, nowMs).usedToday,
      window: this.#windows.told(path) ?? this.#minuteOf(path),
    };
  }

  /** Starts the day quota anew, of one path or of all. Minutes and windows are not touched. */
  clear(path?: string): void {
    for (const [name, counter] of this.#counters) {
      if (path === undefined || name === path) counter.usedToday = 0;
    }
  }

  #minuteOf(path: string): QuotaReading['window'] {
    const max = this.#perMinute[path];
    return max === undefined ? undefined : { max, windowMs: 60_000 };
  }

  #dailyLimit(path: string): number {
    return this.#perDay[path] ?? ASSUMED_PER_DAY;
  }

  #counterOf(path: string, nowMs: number): Counter {
    const day = beijingDay(nowMs);
    const minute = clockMinute(nowMs);
    const counter = this.#counters.get(path) ?? { day, usedToday: 0, minute, usedThisMinute: 0 };
    if (counter.day !== day) Object.assign(counter, { day, usedToday: 0 });
    if (counter.minute !== minute) Object.assign(counter, { minute, usedThisMinute: 0 });
    this.#counters.set(path, counter);
    return counter;
  }
}
