import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { AnyWechatError } from '../errors/errors.js';
import type { OnLimit } from '../rate-limit/budget/group-options.js';
import type { Deadline } from '../retry/deadline.js';
import type { AttemptFate } from '../send/send-store.js';
import type { RetryExhausted } from '../telemetry/events.js';
import type { RequestBody, TransportAnswer } from '../transport/transport.js';
import type { VerdictKind } from '../verdict/verdict.js';

/** What a caller may say about one call. */
export interface CallOptions {
  /** Ends the call early with `DeadlineError`. */
  signal?: AbortSignal | undefined;
  /** Overall time of the call, every wait and repetition included. @default the client's `deadlineMs` */
  deadlineMs?: number | undefined;
  /**
   * `wait` in line for a limit up to the deadline, `reject` at once, or `degrade`: answer what the same read answered
   * last, or what `fallback` gives; a call that has neither, and a message, is rejected. @default its group's, or 'wait'
   */
  onLimit?: 'wait' | 'reject' | 'degrade' | undefined;
  /**
   * Answers in place of the platform where the call is degraded and no answer of before is there. What it gives is given
   * on as it is, without the check that answers of the platform pass; may be async.
   */
  fallback?: (() => unknown) | undefined;
  /**
   * Budget group of the call, see `limits.groups`. Calls of the group `batch` are repeated more patiently, see
   * `retry.batchMaxRetries`.
   */
  group?: string | undefined;
  /** Your own customer on whose behalf the call is made, see `limits.tiers`. */
  tenant?: string | undefined;
  /**
   * Longest wait for a limit at a time. Where one is known to last longer, or does, the call ends with `RateLimitError`,
   * and what was not sent may be called again. It does not bind a message that may have left already: for that one,
   * waiting is the only way to find out. @default until the deadline
   */
  maxWaitMs?: number | undefined;
}

/** What a caller says about a message. */
export interface SendOptions extends CallOptions {
  /** The caller's own key of this message. However often and wherever it is used, the message goes out once. */
  requestId: string;
  /**
   * Allows what is otherwise refused: `unknown` sends again although the recipient may have the message, `failed` asks
   * the platform again about a message that it refused. @default 'never'
   */
  resend?: 'never' | 'unknown' | 'failed' | undefined;
  /** Id of the push that the message belongs to; it can be searched by. */
  push?: string | undefined;
}

/** What a caller says about a message that may be sent later. */
export interface QueuedSendOptions extends Omit<SendOptions, 'onLimit'> {
  /**
   * A message that would have to wait in line for longer than `limits.queue.afterMs` is handed to the send store, and the
   * call answers an `AcceptedReceipt`. It goes out at the allowed pace, by whichever process of the account has room.
   */
  onLimit: 'queue';
}

/** What any call may be given, for code that does not know its endpoint's type. */
export interface AnyCallOptions extends Omit<CallOptions, 'onLimit'>, Partial<Omit<SendOptions, 'onLimit'>> {
  onLimit?: OnLimit | undefined;
}

/** One logical call on its way: made once, read by every step. */
export interface Call {
  /** Tells two calls apart in the log. */
  readonly callId: string;
  readonly endpoint: AnyEndpoint;
  readonly requestId: string | undefined;
  /** The request as its caller wrote it. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly recipient: string | undefined;
  /** Each person that it reaches; `undefined`: `recipient` alone. */
  readonly recipients: readonly string[] | undefined;
  readonly onLimit: 'wait' | 'reject' | 'degrade';
  readonly fallback: (() => unknown) | undefined;
  readonly group: string | undefined;
  readonly tenant: string | undefined;
  readonly maxWaitMs: number | undefined;
  /** Of a message: where it would wait for longer than `maxWaitMs`, it is queued instead of ending. */
  readonly queues: boolean;
  readonly deadline: Deadline;
  /** The query without the access token. */
  readonly query: Readonly<Record<string, string>>;
  /** Encoded once: every attempt sends the same bytes. */
  readonly body: RequestBody;
  /** What the call has come to, for the event at its end. */
  readonly trace: CallTrace;
}

export interface CallTrace {
  attempts: number;
  kind: VerdictKind | undefined;
  errcode: number | undefined;
  /** What the call ran out of, where another attempt might have helped. */
  exhausted: RetryExhausted['reason'] | undefined;
}

/** How a call ended, before it becomes a value or an error for the caller. */
export type CallEnd =
  | {
      readonly type: 'done';
      readonly value: unknown;
      /** What `value` was read from. */
      readonly answer: TransportAnswer;
      readonly attempts: number;
    }
  | {
      readonly type: 'not-done';
      readonly error: AnyWechatError;
      /** The platform refused, and would refuse the same request again. */
      readonly permanent: boolean;
      readonly attempts: number;
      /** Of the latest attempt. */
      readonly fate: Exclude<AttemptFate, 'open'>;
    }
  | { readonly type: 'unknown'; readonly error: AnyWechatError; readonly attempts: number };
