import type { CallbackKind } from '../callback/callback-message.js';
import type { CallbackRefusal, WechatErrorCode } from '../errors/errors.js';
import type { AnswerScope, LimitScope, Outcome, VerdictKind } from '../verdict/verdict.js';

/** Everything the framework tells about its work. No event holds a secret, a token, a query string or a payload. */
export type WetempoEvent =
  | CallStarted
  | CallEnded
  | AttemptEnded
  | RetryScheduled
  | RetryExhausted
  | CallShared
  | CallDegraded
  | LimitHit
  | LimitWaited
  | LimitShadowed
  | GroupDrew
  | BarrierClosed
  | BarrierOpened
  | ConcurrencyChanged
  | QuotaSeen
  | AlertChanged
  | CircuitChanged
  | PolicyChanged
  | PolicyRefused
  | LockWaited
  | TokenRefreshed
  | TokenAdopted
  | TokenRefreshFailed
  | TokenInvalidated
  | SendSettled
  | SendQueued
  | SendDeliveryNoted
  | CallbackAnswered
  | CallbackRefused
  | CallbackHandled
  | CallbackFailed
  | CallbackTakenOver
  | CallbackLeaseLost
  | CallbackReplyLate
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
  /** Budget group that the caller named. */
  readonly group: string | undefined;
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
  readonly error: WechatErrorCode | 'UNEXPECTED' | undefined;
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
  /** HTTP status of the attempt before; `undefined` where nothing answered. */
  readonly status: number | undefined;
  readonly errcode: number | undefined;
  readonly kind: VerdictKind;
  readonly outcome: Outcome;
  readonly waitMs: number;
}
/** A call was repeated as often as it may, or as the retry budget allows, and still failed. */
export interface RetryExhausted extends CallFields {
  readonly type: 'retry.exhausted';
  readonly attempts: number;
  readonly path: string;
  readonly status: number | undefined;
  readonly errcode: number | undefined;
  readonly kind: VerdictKind;
  readonly reason: 'retries' | 'budget' | 'deadline';
}
/** A read was answered without a request of its own. */
export interface CallShared extends CallFields {
  readonly type: 'call.shared';
  /** `flight`: an identical read was under way. `cache`: the endpoint declares that its answers may be kept. */
  readonly from: 'flight' | 'cache';
}
/** A call that a limit or an open circuit stood in the way of was answered otherwise. */
export interface CallDegraded extends CallFields {
  readonly type: 'call.degraded';
  readonly from: 'last-good' | 'fallback';
  /** Age of what was answered. */
  readonly ageMs: number | undefined;
  readonly reason: WechatErrorCode;
}
/** The platform, or a gateway before it, answered that a limit was hit. */
export interface LimitHit extends CallFields {
  readonly type: 'limit.hit';
  readonly scope: AnswerScope;
  readonly path: string;
  readonly errcode: number | undefined;
  readonly status: number | undefined;
  /** What the platform said is left of the day, where it was asked. */
  readonly quotaRemaining: number | undefined;
  /** Whose limit it seems to be, by the verdict and by which endpoints met limits at the same time. */
  readonly attributedTo: AnswerScope;
  /** Since when the endpoint's rate had been rising, in epoch milliseconds; `undefined` where it had not. */
  readonly risingSince: number | undefined;
}
/** A call was held back before it left. */
export interface LimitWaited extends CallFields {
  readonly type: 'limit.waited';
  readonly scope: LimitScope;
  readonly key: string;
  readonly waitMs: number;
}
/** Limits are counted and not enforced (`shadow`, `rollout`), and one of them would have held this call up. */
export interface LimitShadowed extends CallFields {
  readonly type: 'limit.shadowed';
  readonly scope: LimitScope;
  readonly key: string;
  readonly waitMs: number;
}
/** The audit line: a group took more than its own part, or a call passed by permission. */
export interface GroupDrew extends CallFields {
  readonly type: 'group.drew';
  /** `allowed`: on the list of those who may pass. */
  readonly how: 'borrowed' | 'burst' | 'overdraft' | 'allowed';
  readonly key: string;
  readonly weight: number;
}
export interface BarrierClosed {
  readonly type: 'barrier.closed';
  readonly account: string;
  readonly key: string;
  readonly scope: LimitScope;
  readonly closedForMs: number;
  /** The pace that holds after it. */
  readonly perSecond: number | undefined;
}
/** Somebody cleared the quota behind it. */
export interface BarrierOpened {
  readonly type: 'barrier.opened';
  readonly account: string;
  readonly key: string;
}
/** This process' concurrency on an endpoint has changed by itself. */
export interface ConcurrencyChanged {
  readonly type: 'concurrency.changed';
  readonly account: string;
  readonly endpoint: string;
  readonly concurrency: number;
  readonly reason: 'limit-answer' | 'quota-use';
}
/** The platform or a gateway told what is left of a quota. */
export interface QuotaSeen {
  readonly type: 'quota.seen';
  readonly account: string;
  /** `group.method`, or the name of the group that a gateway counts for. */
  readonly name: string;
  readonly from: 'quota-get' | 'headers';
  readonly limit: number;
  readonly remaining: number;
  readonly resetsInMs: number | undefined;
}
/** The share of limit answers, or the latency, has crossed a line. */
export interface AlertChanged {
  readonly type: 'alert.changed';
  readonly account: string;
  readonly level: 'green' | 'suspicious' | 'yellow' | 'red';
  readonly before: 'green' | 'suspicious' | 'yellow' | 'red';
  /** Of the recent requests, from 0 to 1. */
  readonly limitedShare: number;
  readonly calls: number;
}
export interface CircuitChanged {
  readonly type: 'circuit.changed';
  readonly account: string;
  readonly endpoint: string;
  readonly state: 'closed' | 'open' | 'half-open';
}
/** The policy file was read, at the start or because it changed. */
export interface PolicyChanged {
  readonly type: 'policy.changed';
  readonly file: string;
}
/** The policy file changed to something that cannot be used; what held before holds on. */
export interface PolicyRefused {
  readonly type: 'policy.refused';
  readonly file: string;
  readonly message: string;
}
/** A refresh of a credential waited for the lock that another process had. */
export interface LockWaited {
  readonly type: 'lock.waited';
  readonly key: string;
  readonly waitMs: number;
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
/** This process goes on with another credential, which itself or another process has fetched. */
export interface TokenAdopted {
  readonly type: 'token.adopted';
  readonly key: string;
  /** Since the platform gave it out. */
  readonly ageMs: number;
  readonly lifetimeMs: number;
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
/** A message was left to the send store, since there was no room for it. */
export interface SendQueued extends CallFields {
  readonly type: 'send.queued';
  readonly attempts: number;
  /** From now until it is tried, at the earliest. */
  readonly dueInMs: number;
  readonly reason: WechatErrorCode;
  /** It had been queued before, and went back. */
  readonly again: boolean;
}
export interface SendSettled extends CallFields {
  readonly type: 'send.settled';
  readonly state: 'sent' | 'failed' | 'unknown' | 'released';
  readonly attempts: number;
  readonly replayed: boolean;
}
/** A callback told whether a message arrived; what it had told before is not told again. */
export interface SendDeliveryNoted {
  readonly type: 'send.delivery-noted';
  readonly account: string;
  readonly endpoint: string;
  readonly requestId: string;
  readonly msgid: string;
  readonly state: 'delivered' | 'undelivered';
  /** In the platform's words. */
  readonly statusText: string;
  /** `resolved`: before it, nobody knew whether the message had been sent. */
  readonly how: 'noted' | 'resolved';
}
interface CallbackFields {
  /** Of the receiver, for example `wx0000000000000001`. */
  readonly account: string;
  readonly kind: CallbackKind;
  /** MsgType, Event or InfoType, as it came; cut where it is longer than any is. */
  readonly name: string;
  /** Digest that is the same for the platform's repetitions of an event. */
  readonly eventKey: string;
}

/** A callback was verified and answered. */
export interface CallbackAnswered extends CallbackFields {
  readonly type: 'callback.answered';
  /** `false`: no declaration fits it, so that its handlers got it as text. */
  readonly isDeclared: boolean;
  /**
   * `reply`: with what a handler returned. `received`: with nothing, since no handler returned a reply or none did in time.
   * `repeated`: it had come before.
   */
  readonly how: 'reply' | 'received' | 'repeated';
  readonly durationMs: number;
}
/** A request at a callback address was not accepted; its handlers did not run. */
export interface CallbackRefused {
  readonly type: 'callback.refused';
  readonly account: string;
  /**
   * As of a `CallbackError`. `inbox`: it could not be asked, so that the platform is to come again. `closed`: the receiver
   * was closed. `timeout`: the body did not come in time. `unexpected`: something that should not have failed.
   */
  readonly reason: CallbackRefusal | 'inbox' | 'closed' | 'timeout' | 'unexpected';
  /** HTTP status of the answer. */
  readonly status: number;
  readonly message: string;
}
/** Every handler of an event has ended well. */
export interface CallbackHandled extends CallbackFields {
  readonly type: 'callback.handled';
  readonly attempt: number;
  /** Since this process took it in. */
  readonly durationMs: number;
  /** How many handlers it had. */
  readonly handlers: number;
}
/** A handler threw. */
export interface CallbackFailed extends CallbackFields {
  readonly type: 'callback.failed';
  readonly attempt: number;
  /** Name and text of the error, redacted. */
  readonly error: string;
  /** `retry`: called again here. `given-back`: called again by any process. `given-up`: never. */
  readonly next: 'retry' | 'given-back' | 'given-up';
  /** From now until that. */
  readonly waitMs: number;
}
/** An event was taken up that no process handled any more: its process died, or its handlers had failed. */
export interface CallbackTakenOver extends CallbackFields {
  readonly type: 'callback.taken-over';
  readonly attempt: number;
}
/** Another process has taken the event up meanwhile, since this one was silent for too long: it may be handled twice. */
export interface CallbackLeaseLost extends CallbackFields {
  readonly type: 'callback.lease-lost';
  readonly attempt: number;
}
/** A reply came when the platform had its answer, and no `onLateReply` was there to send it otherwise. */
export interface CallbackReplyLate extends CallbackFields {
  readonly type: 'callback.reply-late';
}
export interface StoreTrouble {
  readonly type: 'store.trouble';
  readonly store: 'send' | 'token' | 'limit' | 'lock' | 'callback';
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
