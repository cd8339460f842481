import type { LimitScope } from '../../verdict/verdict.js';

/** Who asks, and for how much. */
export interface QuotaRequest {
  /** One of `limits.groups`. @default 'default' */
  readonly group?: string | undefined;
  /** Whose tier holds; without one, no limit of a tenant does. */
  readonly tenant?: string | undefined;
  /** 0 takes nothing. One that is larger than a whole limit takes all of it. @default 1 */
  readonly cost?: number | undefined;
  /** Looked up in `limits.allow.requestIds`. */
  readonly requestId?: string | undefined;
}

/** The three figures are of the limit that is nearest to its end; absent where no limit with a window holds. */
export interface QuotaTaken {
  readonly type: 'taken';
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** Until all of `limit` is there again, if nobody takes any more. */
  readonly resetMs?: number | undefined;
  /** Gives back the place of `limits.app.concurrency`. To be called when the work has ended; may be repeated. */
  readonly release: () => void;
}

/** Nothing was taken. */
export interface QuotaRefused {
  readonly type: 'refused';
  readonly scope: LimitScope;
  /** Earliest moment at which there can be room, from now. */
  readonly retryAfterMs: number;
  readonly limit?: number | undefined;
  readonly remaining: 0;
}

export type QuotaAnswer = QuotaTaken | QuotaRefused;
