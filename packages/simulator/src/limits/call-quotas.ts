import { beijingDay, clockMinute } from '../clock/calendar.js';
import type { LimitOptions } from '../options/options.js';
import { ASSUMED_PER_DAY, PUBLISHED_PER_DAY, PUBLISHED_PER_MINUTE } from './default-limits.js';

interface Counter {
  day: number;
  usedToday: number;
  minute: number;
  usedThisMinute: number;
}

export interface QuotaReading {
  readonly dailyLimit: number;
  readonly used: number;
  readonly perMinute: number | undefined;
}

/** The day and minute quotas of one account, counted per path. */
export class CallQuotas {
  readonly #perDay: Readonly<Record<string, number>>;
  readonly #perMinute: Readonly<Record<string, number>>;
  readonly #counters = new Map<string, Counter>();

  constructor(limits: LimitOptions) {
    const tokenPerDay = limits.tokenPerDay === undefined ? {} : { '/cgi-bin/token': limits.tokenPerDay };
    this.#perDay = { ...PUBLISHED_PER_DAY, ...tokenPerDay, ...limits.perEndpointPerDay };
    this.#perMinute = { ...PUBLISHED_PER_MINUTE, ...limits.perEndpointPerMinute };
  }

  /** Counts one call. Answers the errcode of the quota that is used up, and then counts nothing. */
  count(path: string, nowMs: number): 45009 | 45011 | undefined {
    const counter = this.#counterOf(path, nowMs);
    if (counter.usedToday >= this.#dailyLimit(path)) return 45009;
    if (counter.usedThisMinute >= (this.#perMinute[path] ?? Number.POSITIVE_INFINITY)) return 45011;
    counter.usedToday += 1;
    counter.usedThisMinute += 1;
    return undefined;
  }

  read(path: string, nowMs: number): QuotaReading {
    return {
      dailyLimit: this.#dailyLimit(path),
      used: this.#counterOf(path, nowMs).usedToday,
      perMinute: this.#perMinute[path],
    };
  }

  /** Starts the day quota anew, of one path or of all. Minute quotas are not touched. */
  clear(path?: string): void {
    for (const [name, counter] of this.#counters) {
      if (path === undefined || name === path) counter.usedToday = 0;
    }
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
