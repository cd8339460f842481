import type { LimitScope } from '../verdict/verdict.js';

/** One limit that a call falls under. Rules are data; the store knows how to count each kind. */
export type LimitRule = LimitRuleBase &
  (
    | {
        /** At most `max` in any stretch of `windowMs`, wherever it begins. */
        readonly type: 'sliding-window';
        readonly max: number;
        readonly windowMs: number;
      }
    | {
        /** At most `max` from one 00:00 Beijing time to the next, as the platform counts its days. */
        readonly type: 'calendar-day';
        readonly max: number;
      }
    | {
        /** At most `max` at the same time. A holder that dies gives its place back after `holdMs`. */
        readonly type: 'concurrency';
        readonly max: number;
        readonly holdMs: number;
      }
  );

interface LimitRuleBase {
  /** Unique in the account, for example `recipient:oABC` or `endpoint:template.send:minute`. */
  readonly key: string;
  readonly scope: LimitScope;
  /** How much this call takes. */
  readonly weight: number;
}

/** A closed door that every process sees: `scope` and name, for example `endpoint:template.send`, `app`, `gateway`. */
export interface BarrierKey {
  readonly key: string;
  readonly scope: LimitScope;
}

export interface AdmitRequest {
  readonly account: string;
  /** Names this admission; a repetition under the same id takes nothing twice, so a resent command is harmless. */
  readonly admissionId: string;
  readonly rules: readonly LimitRule[];
  readonly barriers: readonly BarrierKey[];
}

export type AdmitAnswer =
  | { readonly type: 'admitted' }
  /** Nothing was taken from any rule. `retryAfterMs` is exact where the rule allows it, and never too short. */
  | {
      readonly type: 'refused';
      readonly by: 'limit' | 'barrier';
      readonly key: string;
      readonly scope: LimitScope;
      readonly retryAfterMs: number;
    };

/**
 * What all processes of an account share about its pace.
 *
 * Every method is one atomic step on one clock. All rules are taken or none is.
 */
export interface LimitStore {
  admit(request: AdmitRequest): Promise<AdmitAnswer>;
  /** Gives the places of `concurrency` rules back. Unknown ids are ignored. */
  release(account: string, admissionId: string, keys: readonly string[]): Promise<void>;
  /** Closes a barrier for `closedForMs` from now. A later moment that was named before stays. Answers the time left. */
  closeBarrier(account: string, key: string, closedForMs: number): Promise<number>;
  /** Time left of each barrier, 0 where it is open. */
  readBarriers(account: string, keys: readonly string[]): Promise<readonly number[]>;
  close(): Promise<void>;
}
