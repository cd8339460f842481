import type { AlertSettings } from '../alert-options.js';
import { type TimeLineEntry, timeLine } from '../limit-store.js';

export type AlertLevel = 'green' | 'suspicious' | 'yellow' | 'red';

/** Where the levels begin. */
export type AlertLines = Pick<AlertSettings, 'yellow' | 'red' | 'leastCalls'>;

export interface AlertReading {
  readonly level: AlertLevel;
  /** From 0 to 1. */
  readonly limitedShare: number;
  readonly calls: number;
}

/** An alert that was raised stays until the share has fallen to this part of its line: it does not flicker around it. */
const stayPart = 0.5;
/** Latency that has grown by this factor is suspicious. */
const latencyGrowth = 2;
/** The stretch under way and the two before it: 20 to 30 seconds. */
const entriesLookedAt = 3;

/**
 * What the last half minute of the fleet's requests says.
 *
 * @param recent oldest first, the stretch that is under way last
 */
export function alertLevel(
  recent: readonly TimeLineEntry[],
  lines: AlertLines,
  previous: AlertLevel,
): AlertReading {
  const looked = lately(recent);
  const calls = sum(looked, ({ calls }) => calls);
  const limited = sum(looked, ({ limited }) => limited);
  const limitedShare = calls === 0 ? 0 : limited / calls;
  const level = calls < lines.leastCalls ? 'green' : levelOf(limitedShare, recent, lines, previous);
  return { level, limitedShare, calls };
}

function levelOf(
  share: number,
  recent: readonly TimeLineEntry[],
  lines: AlertLines,
  previous: AlertLevel,
): AlertLevel {
  if (share > lines.red * (previous === 'red' ? stayPart : 1)) return 'red';
  const wasRaised = previous === 'red' || previous === 'yellow';
  if (share > lines.yellow * (wasRaised ? stayPart : 1)) return 'yellow';
  return isSlower(recent, lines.leastCalls, previous === 'suspicious') ? 'suspicious' : 'green';
}

function lately(recent: readonly TimeLineEntry[]): readonly TimeLineEntry[] {
  const last = recent.at(-1);
  if (last === undefined) return [];
  const since = last.startsAt - (entriesLookedAt - 1) * timeLine.entryMs;
  return recent.filter(({ startsAt }) => startsAt >= since);
}

/** The latest stretch against the mean of those before it; both must rest on enough calls. */
function isSlower(recent: readonly TimeLineEntry[], leastCalls: number, wasSlower: boolean): boolean {
  const last = recent.at(-1);
  const before = recent.slice(0, -1);
  const callsBefore = sum(before, ({ calls }) => calls);
  if (last === undefined || last.calls < leastCalls || callsBefore < leastCalls) return false;
  const meanBeforeMs = sum(before, ({ durationMs }) => durationMs) / callsBefore;
  const growth = wasSlower ? 1 + (latencyGrowth - 1) * stayPart : latencyGrowth;
  return meanBeforeMs > 0 && last.durationMs / last.calls >= growth * meanBeforeMs;
}

function sum(entries: readonly TimeLineEntry[], of: (entry: TimeLineEntry) => number): number {
  return entries.reduce((total, entry) => total + of(entry), 0);
}
