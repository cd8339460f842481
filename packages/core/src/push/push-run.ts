import type { PushCounts, PushResult } from './push-result.js';

/**
 * - `running`: messages leave, or wait for their turn.
 * - `paused`: none begins; those under way end.
 * - `cancelled`: the rest ends as `not-sent`.
 * - `done`: every message has an end.
 */
export type PushPhase = 'running' | 'paused' | 'cancelled' | 'done';

export interface PushProgress {
  readonly id: string;
  readonly endpoint: string;
  readonly phase: PushPhase;
  /** Items read from the source so far. */
  readonly read: number;
  /** All items of the source; `undefined` while it is being read and nobody said. */
  readonly total: number | undefined;
  readonly counts: PushCounts;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** Ends per second over the last ten seconds. */
  readonly perSecond: number;
  /** From the present pace; `undefined` where that says nothing. */
  readonly remainingMs: number | undefined;
  /** Why nothing leaves at the moment, where a limit or an outage holds everything up. */
  readonly waitingFor: string | undefined;
}

/** One kind of end other than `sent`. */
export interface PushTrouble {
  readonly state: Exclude<PushResult['state'], 'sent'>;
  readonly code: string;
  readonly errcode: number | undefined;
  readonly count: number;
  /** Of the first one. */
  readonly message: string;
  /** Of the first few. */
  readonly requestIds: readonly string[];
}

/** What a push has come to. */
export interface PushReport {
  readonly id: string;
  readonly endpoint: string;
  readonly phase: PushPhase;
  readonly total: number;
  readonly counts: PushCounts;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Most frequent first. */
  readonly troubles: readonly PushTrouble[];
}

/** A push under way, in this process or in many. */
export interface PushRun {
  readonly id: string;
  progress(): Promise<PushProgress>;
  /** The progress every `everyMs` where it changed, and once more at the end. @param options.everyMs default 1000 */
  watch(options?: {
    readonly everyMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): AsyncIterable<PushProgress>;
  /** The end of each message, in no order. Whoever reads slowly slows the push down, or reads what is kept of it. */
  results(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<PushResult>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  cancel(): Promise<void>;
  /** Resolves with the report when every message has an end. */
  finished(): Promise<PushReport>;
}
