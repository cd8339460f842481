import type { TimeLineEntry } from '../limit-store.js';

/** The rate is taken over so long. */
const spanMs = 10_000;
/** A shorter span says little about a second. */
const leastSpanMs = 1000;

/**
 * How much the fleet does, from view to view.
 *
 * It measures on this process' steady clock: the store's clock, which the entries are labelled with, may differ from it.
 */
export class FleetProgress {
  #seen = new Map<number, TimeLineEntry>();
  #succeeded = 0;
  #marks: readonly { readonly atMs: number; readonly succeeded: number }[] = [];

  /** Answers how many limit answers have come since the view before. */
  note(recent: readonly TimeLineEntry[], nowMs: number): number {
    let succeeded = 0;
    let limited = 0;
    for (const entry of recent) {
      const before = this.#seen.get(entry.startsAt);
      limited += Math.max(0, entry.limited - (before?.limited ?? 0));
      succeeded += Math.max(0, succeededOf(entry) - (before === undefined ? 0 : succeededOf(before)));
    }
    this.#seen = new Map(recent.map((entry) => [entry.startsAt, entry]));
    this.#mark(succeeded, nowMs);
    return limited;
  }

  /** Requests per second that met no limit, over the last ten seconds. 0 before the second view. */
  perSecond(): number {
    const [first] = this.#marks;
    const last = this.#marks.at(-1);
    if (first === undefined || last === undefined) return 0;
    const elapsedMs = Math.max(leastSpanMs, last.atMs - first.atMs);
    return ((last.succeeded - first.succeeded) * 1000) / elapsedMs;
  }

  #mark(succeeded: number, nowMs: number): void {
    // What the first view holds was done before anybody looked, in an unknown time.
    this.#succeeded += succeeded;
    const fresh = this.#marks.filter(({ atMs }) => nowMs - atMs <= spanMs);
    this.#marks = [...fresh, { atMs: nowMs, succeeded: this.#succeeded }];
  }
}

function succeededOf({ calls, limited }: TimeLineEntry): number {
  return calls - limited;
}
