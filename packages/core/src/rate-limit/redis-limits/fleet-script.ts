import { redisKeys } from '../../redis/redis-keys.js';
import {
  type FleetReport,
  type FleetView,
  fleetMemoryMs,
  type TimeLineEntry,
  timeLine,
} from '../limit-store.js';

/** KEYS and ARGV of limit-report.lua. */
export function reportScript(account: string, { processId, counts, notes }: FleetReport) {
  const line = (name: string) => redisKeys.limit(account, 'time-line', name);
  const times = [fleetMemoryMs, timeLine.entryMs, timeLine.keptMs, timeLine.recentEntries];
  return {
    // No endpoint has an empty name.
    keys: [
      redisKeys.limit(account, 'processes'),
      redisKeys.limit(account, 'notes'),
      line(''),
      ...counts.map(({ endpoint }) => line(endpoint)),
    ],
    args: [
      processId,
      ...times,
      notes.length,
      ...notes.flatMap(({ key, text, ttlMs }) => [
        key,
        text === undefined ? -1 : Math.ceil(ttlMs),
        text ?? '',
      ]),
      ...counts.flatMap(({ calls, limited, failed, durationMs }) => [calls, limited, failed, durationMs]),
    ],
  };
}

export function readFleetView(reply: unknown): FleetView {
  const [processes, rank, recent, notes] = list(reply);
  return {
    processes: Number(processes),
    rank: Number(rank),
    recent: readEntries(recent),
    notes: readNotes(notes),
  };
}

/** Reads a flat list of entries' numbers and what was counted in each. */
export function readEntries(reply: unknown): readonly TimeLineEntry[] {
  return pairs(reply).map(([entry, text]) => {
    const [calls = 0, limited = 0, failed = 0, durationMs = 0] = text.split(' ').map(Number);
    return { startsAt: Number(entry) * timeLine.entryMs, calls, limited, failed, durationMs };
  });
}

function readNotes(reply: unknown): ReadonlyMap<string, string> {
  return new Map(pairs(reply));
}

function pairs(reply: unknown): [string, string][] {
  const texts = list(reply).map(String);
  return Array.from({ length: texts.length / 2 }, (_, index) => [
    texts[index * 2] ?? '',
    texts[index * 2 + 1] ?? '',
  ]);
}

function list(reply: unknown): readonly unknown[] {
  if (!Array.isArray(reply)) throw new TypeError('a limit script did not answer a list');
  return reply;
}
