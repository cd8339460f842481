import { SlidingWindow } from '../limits/sliding-window.js';
import type { LimitOptions } from '../options/options.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * How many messages one app may send to one member; more are dropped and nobody is told.
 * https://developer.work.weixin.qq.com/document/path/90454
 */
export class MemberWindows {
  readonly #perMinute: number;
  readonly #perHour: number;
  readonly #windows = new Map<string, { readonly minute: SlidingWindow; readonly hour: SlidingWindow }>();

  constructor({ perMemberPerMinute = 30, perMemberPerHour = 1_000 }: LimitOptions) {
    this.#perMinute = perMemberPerMinute;
    this.#perHour = perMemberPerHour;
  }

  /** Whether one more reaches the member now; it is then counted. */
  take(userid: string, nowMs: number): boolean {
    const { minute, hour } = this.#of(userid);
    if (minute.left(nowMs) === 0 || hour.left(nowMs) === 0) return false;
    minute.take(nowMs);
    hour.take(nowMs);
    return true;
  }

  #of(userid: string) {
    const known = this.#windows.get(userid);
    if (known !== undefined) return known;
    const made = {
      minute: new SlidingWindow(this.#perMinute, MINUTE_MS),
      hour: new SlidingWindow(this.#perHour, HOUR_MS),
    };
    this.#windows.set(userid, made);
    return made;
  }
}
