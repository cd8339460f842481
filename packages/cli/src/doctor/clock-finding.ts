import { durationText } from '../output/durations.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** A difference that neither whole seconds in headers nor a slow network explain. */
const noticeableMs = 15_000;
const harmfulMs = 60_000;

export interface ClockReading {
  /** Of this host, in the middle between question and answer; epoch milliseconds. */
  readonly ours: number;
  readonly theirs: number;
  /** Whose clock the other one is, for example `Redis`. */
  readonly whose: string;
}

/** Compares this host's clock with another one. */
export function clockFinding(name: string, { ours, theirs, whose }: ClockReading): Finding {
  const offMs = ours - theirs;
  const size = Math.abs(offMs);
  if (size < noticeableMs) return ok(name, `agrees with the clock of ${whose}`);
  const seen = `this host's clock is ${durationText(size)} ${offMs > 0 ? 'ahead of' : 'behind'} that of ${whose}`;
  const todo =
    'Let NTP set the clocks (`timedatectl set-ntp true`): moments that the platform names, and the end of its day, are reckoned by this clock.';
  return size < harmfulMs ? warning(name, seen, todo) : problem(name, seen, todo);
}
