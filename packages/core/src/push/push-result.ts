import type { ValidationIssue } from '../errors/errors.js';
import type { InvalidItem } from './push-plan.js';

/**
 * How one message of a push ended.
 * - `sent`: the platform has it; `replayed` where that was so before.
 * - `failed`: the platform refused it, and would again.
 * - `unknown`: it may have been sent; nobody sends it again without being told to.
 * - `invalid`: it never left, since the request or its line is wrong.
 * - `not-sent`: it certainly did not go out, and the same push may be run again for it. `code` says why: `CANCELLED`,
 *   `EXPIRED`, or the code of an error class.
 */
export type PushResult = { readonly requestId: string } & (
  | { readonly state: 'sent'; readonly msgid: string | undefined; readonly replayed: boolean }
  | {
      readonly state: 'failed' | 'unknown';
      readonly code: string;
      readonly message: string;
      readonly errcode: number | undefined;
    }
  | {
      readonly state: 'invalid';
      readonly message: string;
      readonly issues: readonly ValidationIssue[];
      /** Where it stands in its file, from 1. */
      readonly line?: number | undefined;
    }
  | { readonly state: 'not-sent'; readonly code: string; readonly message: string }
);

export type PushResultState = PushResult['state'];

/** Ends of messages, counted. */
export type PushCounts = Readonly<Record<PushResultState, number>> & {
  /** Of the sent ones: how many had been sent before. */
  readonly replayed: number;
};

export type InvalidResult = Extract<PushResult, { state: 'invalid' }>;

/** The end of what can be no message. */
export function invalidResult({ requestId, invalid, line }: InvalidItem): InvalidResult {
  return { requestId, state: 'invalid', message: invalid, issues: [], line };
}

export const noCounts: PushCounts = {
  sent: 0,
  failed: 0,
  unknown: 0,
  invalid: 0,
  'not-sent': 0,
  replayed: 0,
};
