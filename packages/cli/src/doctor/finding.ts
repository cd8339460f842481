/**
 * - `ok`: as it should be.
 * - `warning`: works, and will hurt some day.
 * - `problem`: does not work, or messages may be lost or sent twice.
 * - `skipped`: could not be looked at, or there is nothing to look at.
 */
export type FindingState = 'ok' | 'warning' | 'problem' | 'skipped';

/** What one check came to. Never holds a secret. */
export interface Finding {
  /** Stays the same from version to version, for example `redis-memory`. */
  readonly name: string;
  readonly state: FindingState;
  readonly seen: string;
  /** What to do about it; absent where nothing is to be done. */
  readonly todo?: string | undefined;
}

type Make = (name: string, seen: string, todo?: string) => Finding;

const made =
  (state: FindingState): Make =>
  (name, seen, todo) => ({ name, state, seen, ...(todo === undefined ? {} : { todo }) });

export const ok = made('ok');
export const warning = made('warning');
export const problem = made('problem');
export const skipped = made('skipped');
