import type { Instant } from './counters/index.js';
import {
  type CallCount,
  type FleetReport,
  type FleetView,
  fleetMemoryMs,
  type SharedNote,
  type TimeLineEntry,
  timeLine,
} from './limit-store.js';

interface KeptNote {
  readonly text: string;
  readonly expiresAt: number;
}

/** What one account's processes have told, where all of them are in this one. */
export class MemoryFleet {
  readonly #seenAt = new Map<string, number>();
  readonly #notes = new Map<string, KeptNote>();
  readonly #lines = new Map<string, Line>();
  readonly #allEndpoints = new Line();

  report({ processId, counts, notes }: FleetReport, at: Instant): FleetView {
    this.#seenAt.set(processId, at.steadyMs);
    for (const count of counts) this.#count(count, at.wallMs);
    for (const note of notes) this.#note(note, at.steadyMs);
    this.#forget(at);
    const processes = [...this.#seenAt.keys()].toSorted();
    return {
      processes: processes.length,
      rank: processes.indexOf(processId),
      recent: this.#allEndpoints.since(entryAt(at.wallMs) - (timeLine.recentEntries - 1) * timeLine.entryMs),
      notes: new Map([...this.#notes].map(([key, { text }]) => [key, text])),
    };
  }

  timeLine(endpoint: string, { wallMs }: Instant): readonly TimeLineEntry[] {
    return this.#lines.get(endpoint)?.since(entryAt(wallMs) - timeLine.keptMs + timeLine.entryMs) ?? [];
  }

  #count({ endpoint, ...count }: CallCount, wallMs: number): void {
    const line = this.#lines.get(endpoint) ?? new Line();
    this.#lines.set(endpoint, line);
    line.add(entryAt(wallMs), count);
    this.#allEndpoints.add(entryAt(wallMs), count);
  }

  #note({ key, text, ttlMs }: SharedNote, nowMs: number): void {
    if (text === undefined) this.#notes.delete(key);
    else this.#notes.set(key, { text, expiresAt: nowMs + ttlMs });
  }

  #forget({ steadyMs, wallMs }: Instant): void {
    for (const [id, seenAt] of this.#seenAt) if (steadyMs >= seenAt + fleetMemoryMs) this.#seenAt.delete(id);
    for (const [key, { expiresAt }] of this.#notes) if (steadyMs >= expiresAt) this.#notes.delete(key);
    for (const [endpoint, line] of this.#lines) {
      if (line.isOlderThan(wallMs - timeLine.keptMs)) this.#lines.delete(endpoint);
    }
  }
}

/** Stretches of ten seconds, oldest first. */
class Line {
  readonly #entries: TimeLineEntry[] = [];

  add(startsAt: number, count: Omit<CallCount, 'endpoint'>): void {
    const last = this.#entries.at(-1);
    if (last?.startsAt === startsAt) {
      this.#entries[this.#entries.length - 1] = sumOf(last, count);
      return;
    }
    this.#entries.push({ startsAt, ...count });
    while ((this.#entries[0]?.startsAt ?? startsAt) <= startsAt - timeLine.keptMs) this.#entries.shift();
  }

  since(moment: number): readonly TimeLineEntry[] {
    return this.#entries.filter(({ startsAt }) => startsAt >= moment);
  }

  isOlderThan(moment: number): boolean {
    return (this.#entries.at(-1)?.startsAt ?? moment) < moment;
  }
}

function sumOf(entry: TimeLineEntry, count: Omit<CallCount, 'endpoint'>): TimeLineEntry {
  return {
    startsAt: entry.startsAt,
    calls: entry.calls + count.calls,
    limited: entry.limited + count.limited,
    failed: entry.failed + count.failed,
    durationMs: entry.durationMs + count.durationMs,
  };
}

function entryAt(wallMs: number): number {
  return Math.floor(wallMs / timeLine.entryMs) * timeLine.entryMs;
}
