import { beijingTime } from '../../retry/platform-time.js';
import { type ScheduleEntry, weekdays } from './tier-options.js';

const hourMs = 3_600_000;

/** What a tier's limits are multiplied by, hour by hour. */
export class TierSchedule {
  readonly #entries: readonly ScheduleEntry[];
  /** Hour since the epoch that the factor was worked out for; zones are whole hours apart. */
  #hour = Number.NaN;
  #factor = 1;

  constructor(entries: readonly ScheduleEntry[] = []) {
    this.#entries = entries;
  }

  factorAt(nowMs: number): number {
    if (this.#entries.length === 0) return 1;
    const hour = Math.floor(nowMs / hourMs);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#factor = this.#entries.find((entry) => isWithin(entry, nowMs))?.factor ?? 1;
    }
    return this.#factor;
  }
}

function isWithin({ hours: [from, to] = [0, 24], days }: ScheduleEntry, nowMs: number): boolean {
  const { hour, weekday } = beijingTime(nowMs);
  const isOverMidnight = from > to;
  const isAfterMidnight = isOverMidnight && hour < to;
  if (!isAfterMidnight && (hour < from || (hour >= to && !isOverMidnight))) return false;
  const beganOn = weekdays[(weekday + (isAfterMidnight ? 6 : 0)) % 7];
  return days === undefined || (beganOn !== undefined && days.includes(beganOn));
}
