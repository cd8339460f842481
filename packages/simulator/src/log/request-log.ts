import type { FaultKind } from '../faults/fault.js';

/** One request as it arrived and what became of it. */
export interface RequestLogEntry {
  /** Counts from 1. */
  readonly number: number;
  /** Simulated time, epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Without `access_token`. */
  readonly query: Readonly<Record<string, string>>;
  /** The access token as it came. */
  readonly token?: string | undefined;
  /** Parsed JSON; the text where it does not parse; undefined where there is none. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The account or the corp, where the request names one that exists. */
  readonly appId?: string | undefined;
  /** The app of WeCom whose token came. */
  readonly agentId?: number | undefined;
  /** The status answered; undefined while there is no answer, and for good where a fault left it out. */
  status?: number | undefined;
  errcode?: number | undefined;
  fault?: FaultKind | undefined;
}

/** The newest requests, and how many there were of each path since the start. */
export class RequestLog {
  readonly #max: number;
  readonly #hits = new Map<string, number>();
  #entries: RequestLogEntry[] = [];

  /** @param max how many entries are kept; 0 keeps only the counts */
  constructor(max: number) {
    this.#max = max;
  }

  get all(): readonly RequestLogEntry[] {
    return this.#entries.length > this.#max ? this.#entries.slice(-this.#max) : this.#entries;
  }

  hits(path: string): number {
    return this.#hits.get(path) ?? 0;
  }

  add(entry: RequestLogEntry): void {
    this.#hits.set(entry.path, this.hits(entry.path) + 1);
    if (this.#max === 0) return;
    this.#entries.push(entry);
    // Cut seldom and then by half: taking one off the front for each one added would copy the list every time.
    if (this.#entries.length >= 2 * this.#max) this.#entries = this.#entries.slice(-this.#max);
  }

  clear(): void {
    this.#entries = [];
    this.#hits.clear();
  }
}
