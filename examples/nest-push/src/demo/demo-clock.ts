import { scaledClock, type WechatMpOptions } from '@wetempo/wechat-mp';

type Clock = NonNullable<WechatMpOptions['clock']>;

/** A time that began at `startMs` when the host's clock said `realMs`, and runs `speed` times as fast since then. */
export interface DemoTime {
  readonly startMs: number;
  readonly realMs: number;
  readonly speed: number;
}

/** Processes that are given the same demo time agree on it to the millisecond. */
export function now({ startMs, realMs, speed }: DemoTime, realNowMs = Date.now()): number {
  return startMs + (realNowMs - realMs) * speed;
}

/** The same time for the client, which also sleeps by it. */
export function demoClock(time: DemoTime): Clock {
  return { ...scaledClock(time.speed), now: () => now(time) };
}
