import type { WechatErrorCode } from '../errors/errors.js';
import type { LimitScope, Outcome, VerdictKind } from '../verdict/verdict.js';

/** Everything the framework tells about its work. No event holds a secret, a token, a query string or a payload. */
export type WetempoEvent =
  | CallStarted
  | CallEnded
  | AttemptEnded
  | RetryScheduled
  | LimitHit
  | LimitWaited
  | BarrierClosed
  | TokenRefreshed
  | TokenRefreshFailed
  | TokenInvalidated
  | SendSettled
  | StoreTrouble
  | Warned;

interface CallFields {
  /** Distinguishes two calls in the log; not the caller's requestId. */
  readonly callId: string;
  /** Credential of the account, for example `wx0000000000000001`. */
  readonly account: string;
  /** `group.method`. */
  readonly endpoint: string;
  readonly requestId: string | undefined;
}

/** One per logical call, however many attempts it makes. */
export interface CallStarted extends CallFields {
  readonly type: 'call.started';
}
/** One per logical call. `error` is absent on success. */
export interface CallEnded extends CallFields {
  readonly type: 'call.ended';
  readonly durationMs: number;
  readonly attempts: number;
  readonly error: WechatErrorCode | undefined;
  readonly errcode: number | undefined;
  /** Kind of the last verdict: decides the log level. */
  readonly kind: VerdictKind | undefined;
}
/** One per HTTP request that left. */
export interface AttemptEnded extends CallFields {
  readonly type: 'attempt.ended';
  readonly attempt: number;
  readonly path: string;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly errcode: number | undefined;
  readonly kind: VerdictKind;
  readonly outcome: Outcome;
}
export interface RetryScheduled extends CallFields {
  readonly type: 'retry.scheduled';
  readonly attempt: number;
  readonly path: string;
  readonly errcode: number | undefined;
  readonly kind: VerdictKind;
  readonly outcome: Outcome;
  readonly waitMs: number;
}
/** The platform answered that a limit was hit. */
export interface LimitHit extends CallFields {
  readonly type: 'limit.hit';
  readonly scope: LimitScope;
  readonly errcode: number | undefined;
  readonly status: number | undefined;
  readonly quotaRemaining: number | undefined;
}
/** A call was held back before it left. */
export interface LimitWaited extends CallFields {
  readonly type: 'limit.waited';
  readonly scope: LimitScope;
  readonly key: string;
  readonly waitMs: number;
}
export interface BarrierClosed {
  readonly type: 'barrier.closed';
  readonly account: string;
  readonly key: string;
  readonly scope: LimitScope;
  readonly closedForMs: number;
}
export interface TokenRefreshed {
  readonly type: 'token.refreshed';
  /** Names the credential; never a secret. */
  readonly key: string;
  readonly reason: 'missing' | 'expiring' | 'rejected';
  readonly forced: boolean;
  readonly lifetimeMs: number;
  readonly durationMs: number;
}
export interface TokenRefreshFailed {
  readonly type: 'token.refresh-failed';
  readonly key: string;
  readonly error: WechatErrorCode | 'UNEXPECTED';
  readonly errcode: number | undefined;
  /** Callers are served the old token for this long yet; 0: they fail. */
  readonly oldTokenRemainingMs: number;
}
export interface TokenInvalidated {
  readonly type: 'token.invalidated';
  readonly key: string;
  readonly errcode: number | undefined;
}
export interface SendSettled extends CallFields {
  readonly type: 'send.settled';
  readonly state: 'sent' | 'failed' | 'unknown' | 'released';
  readonly attempts: number;
  readonly replayed: boolean;
}
export interface StoreTrouble {
  readonly type: 'store.trouble';
  readonly store: 'send' | 'token' | 'limit' | 'lock';
  readonly operation: string;
  readonly message: string;
}
/** Something an operator should know once, for example that a restart forgets what was sent. */
export interface Warned {
  readonly type: 'warned';
  readonly topic: string;
  readonly message: string;
}

export type WetempoEventType = WetempoEvent['type'];
export type EventOf<Type extends WetempoEventType> = Extract<WetempoEvent, { type: Type }>;
