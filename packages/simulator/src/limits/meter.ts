/** Counts what passes a limit. */
export interface Meter {
  readonly max: number;
  /** Counts one and answers 0 where there is room; else counts nothing and answers in how many milliseconds there will be. */
  take(nowMs: number): number;
  /** How many more may pass at this moment. */
  left(nowMs: number): number;
  /** In how many milliseconds `max` may pass again. */
  fullInMs(nowMs: number): number;
}
