import type { Clock } from '../clock/clock.js';
import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import {
  type AnyWechatError,
  ApiError,
  type ErrorContext,
  OutcomeUnknownError,
  RequestConflictError,
  ResponseError,
  SendInProgressError,
} from '../errors/errors.js';
import type { SendReceipt } from '../send/send-receipt.js';
import type {
  ClaimAnswer,
  FailedRecord,
  SendFailure,
  SendRecord,
  SendResult,
  SendStore,
  Settlement,
} from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { Call, CallEnd, SendOptions } from './call.js';
import { unknownError } from './call-error.js';
import type { CallLoop } from './call-loop.js';
import { repeatWindowMs } from './repeat-window.js';
import { LeaseLost, SendHold } from './send-hold.js';
import { Settler } from './settler.js';

type Claimed = Extract<ClaimAnswer, { type: 'claimed' }>;

/** A message on its way: the call, and what the SendStore keeps of it. */
export interface Message {
  readonly call: Call & { readonly endpoint: AnyMessageEndpoint; readonly requestId: string };
  /** The request as JSON, as the caller wrote it. */
  readonly payload: string;
  readonly fingerprint: string;
  readonly resend: NonNullable<SendOptions['resend']>;
}

export interface MessageSenderParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly store: SendStore;
  readonly loop: CallLoop;
  readonly verdicts: VerdictTable;
  readonly timeoutMs: number;
}

/** Sends each message once: claims it, lets the call loop carry it, and settles what became of it. */
export class MessageSender {
  readonly #parts: MessageSenderParts;
  readonly #settler: Settler;
  /** Messages that this process is sending, so that its own callers need not ask the store about each other. */
  readonly #underWay = new Map<
    string,
    { readonly fingerprint: string; readonly ended: Promise<SendReceipt | undefined> }
  >();

  constructor(parts: MessageSenderParts) {
    this.#parts = parts;
    this.#settler = new Settler(parts.store, parts.clock, parts.telemetry);
  }

  /**
   * @throws {RequestConflictError} the id stands for another message
   * @throws {SendInProgressError} another process holds the message, and the deadline came first
   * @throws {OutcomeUnknownError} the message may have been sent, now or before
   */
  async send(message: Message): Promise<SendReceipt> {
    const { requestId } = message.call;
    for (let twin = this.#underWay.get(requestId); twin !== undefined; twin = this.#underWay.get(requestId)) {
      if (twin.fingerprint !== message.fingerprint) throw conflictError(message);
      const receipt = await this.#untilDeadline(message, twin.ended);
      if (receipt !== undefined) return { ...receipt, replayed: true };
    }
    const sending = this.#claimAndSend(message);
    const ended = sending.catch(() => undefined);
    this.#underWay.set(requestId, { fingerprint: message.fingerprint, ended });
    try {
      return await sending;
    } finally {
      this.#underWay.delete(requestId);
    }
  }

  /** Waits for settlements that are still on their way to a store that was out of reach. */
  close(graceMs: number): Promise<void> {
    return this.#settler.close(graceMs);
  }

  async #untilDeadline<Result>({ call }: Message, work: Promise<Result>): Promise<Result> {
    const { signal } = call.deadline;
    if (signal.aborted) throw inProgressError(call);
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(inProgressError(call));
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    }
  }

  async #claimAndSend(message: Message): Promise<SendReceipt> {
    for (;;) {
      const claim = await this.#claim(message);
      switch (claim.type) {
        case 'settled':
          return this.#replay(message, claim.record);
        case 'conflict':
          throw conflictError(message);
        case 'memory-lost':
          throw memoryLostError(message, claim.lostAt);
        case 'claimed': {
          const receipt = await this.#sendClaimed(message, claim);
          if (receipt !== 'lease-lost') return receipt;
        }
      }
    }
  }

  /** Claims the message, or waits until whoever holds it is through with it. */
  async #claim(message: Message): Promise<Exclude<ClaimAnswer, { type: 'held' }>> {
    const { call } = message;
    for (let pollMs = 20; ; pollMs = Math.min(pollMs * 2, 500)) {
      const claim = await this.#parts.store.claim(this.#claimRequest(message));
      if (claim.type !== 'held') return claim;
      const waitMs = Math.min(pollMs, claim.leaseRemainingMs + 1);
      if (waitMs >= call.deadline.remainingMs()) throw inProgressError(call);
      await this.#parts.clock.sleep(waitMs, call.deadline.signal).catch(() => {
        throw inProgressError(call);
      });
    }
  }

  #claimRequest({ call, payload, fingerprint, resend }: Message) {
    const windowMs = call.endpoint.message.deduplication?.windowMs;
    const youngerThanMs = repeatWindowMs(windowMs ?? 0, this.#parts.timeoutMs);
    const reopenable = youngerThanMs > 0 ? { youngerThanMs } : 'never';
    return {
      account: this.#parts.account,
      requestId: call.requestId,
      endpoint: call.endpoint.name,
      fingerprint,
      payload,
      recipient: call.recipient,
      leaseMs: SendHold.leaseFor(this.#timeoutMs(call)),
      begin: true,
      reopenUnknown: resend === 'unknown' ? 'always' : reopenable,
      reopenFailed: resend === 'failed',
    } as const;
  }

  async #sendClaimed(message: Message, claim: Claimed): Promise<SendReceipt | 'lease-lost'> {
    const { call } = message;
    const openForMs = claim.takenOver?.firstAttemptAgeMs;
    if (openForMs !== undefined && !this.#mayRepeat(message, openForMs)) {
      return this.#end(message, claim, { type: 'unknown', error: abandonedError(call), attempts: 0 });
    }
    const hold = new SendHold(this.#parts.store, this.#parts.clock, claim.lease, this.#timeoutMs(call));
    const openSince = openForMs === undefined ? undefined : this.#parts.clock.monotonic() - openForMs;
    try {
      return await this.#end(message, claim, await this.#parts.loop.run(call, hold, openSince));
    } catch (error) {
      if (error instanceof LeaseLost) return 'lease-lost';
      throw error;
    }
  }

  /** Whether a message that a former holder may have sent can go out again without reaching the person twice. */
  #mayRepeat({ call, resend }: Message, openForMs: number): boolean {
    if (resend === 'unknown') return true;
    const windowMs = call.endpoint.message.deduplication?.windowMs;
    return windowMs !== undefined && openForMs < repeatWindowMs(windowMs, this.#parts.timeoutMs);
  }

  #timeoutMs(call: Message['call']): number {
    return call.endpoint.timeoutMs ?? this.#parts.timeoutMs;
  }

  async #end(message: Message, claim: Claimed, end: CallEnd): Promise<SendReceipt> {
    const attempts = Math.max(0, claim.attempts - 1) + end.attempts;
    if (end.type === 'done') return this.#endDone(message, claim, end.value, attempts);
    if (end.type === 'not-done' && !isFinal(end)) {
      await this.#settler.release(claim.lease, end.fate);
      this.#tell(message, 'released', attempts);
      throw end.error;
    }
    const state = end.type === 'unknown' ? 'unknown' : 'failed';
    await this.#settle(message, claim, { state, failure: failureOf(end.error) }, attempts);
    throw end.error;
  }

  async #endDone(message: Message, claim: Claimed, value: unknown, attempts: number): Promise<SendReceipt> {
    const { call } = message;
    const traits = call.endpoint.message;
    const msgid = traits.messageId?.(value);
    if (traits.messageId !== undefined && msgid === undefined) {
      const error = anomalyError(call, attempts);
      await this.#settle(message, claim, { state: 'unknown', failure: failureOf(error) }, attempts);
      throw error;
    }
    const details = traits.details?.(value);
    const result: SendResult = {
      ...(msgid === undefined ? {} : { msgid }),
      ...(details === undefined ? {} : { details }),
    };
    await this.#settle(message, claim, { state: 'sent', result }, attempts);
    return receiptOf(call.requestId, result, attempts, false);
  }

  async #settle(message: Message, claim: Claimed, settlement: Settlement, attempts: number): Promise<void> {
    const { call, payload, fingerprint } = message;
    await this.#settler.settle({
      lease: claim.lease,
      settlement,
      attempts,
      known: {
        endpoint: call.endpoint.name,
        fingerprint,
        recipient: call.recipient,
        firstAttemptAt: claim.firstAttemptAt,
        payload,
      },
    });
    this.#tell(message, settlement.state, attempts);
  }

  #replay(message: Message, record: Exclude<SendRecord, { state: 'pending' }>): SendReceipt {
    const { call } = message;
    this.#tell(message, record.state, record.attempts, true);
    switch (record.state) {
      case 'sent':
        return receiptOf(call.requestId, record.result, record.attempts, true);
      case 'failed':
        throw this.#storedRefusal(message, record);
      case 'unknown':
        throw unknownError(call, undefined, record.attempts);
    }
  }

  #storedRefusal({ call }: Message, { failure, attempts }: FailedRecord): AnyWechatError {
    const errcode = failure.errcode ?? 0;
    const rule = this.#parts.verdicts.rule(call.endpoint, errcode);
    return new ApiError({
      ...contextOf(call),
      attempts,
      errcode,
      errmsg: failure.errmsg ?? failure.message,
      meaning: rule?.meaning,
      replayed: true,
      hint: "The platform refused this message before and was not asked again; `resend: 'failed'` asks it again.",
    });
  }

  #tell(message: Message, state: Settlement['state'] | 'released', attempts: number, replayed = false): void {
    const { telemetry, account } = this.#parts;
    if (!telemetry.hears('send.settled')) return;
    const { callId, endpoint, requestId } = message.call;
    telemetry.emit({
      type: 'send.settled',
      callId,
      account,
      endpoint: endpoint.name,
      requestId,
      state,
      attempts,
      replayed,
    });
  }
}

/** Only the platform's own refusal of this message is stored as its end; everything else may be tried again. */
function isFinal(end: Extract<CallEnd, { type: 'not-done' }>): boolean {
  return end.permanent && end.error.code === 'API_ERROR';
}

function receiptOf(requestId: string, result: SendResult, attempts: number, replayed: boolean): SendReceipt {
  return { requestId, status: 'sent', ...result, attempts, replayed };
}

function failureOf(error: AnyWechatError): SendFailure {
  const { code, message } = error;
  return error.code === 'API_ERROR'
    ? { code, message, errcode: error.errcode, errmsg: error.errmsg }
    : { code, message };
}

function contextOf(call: Message['call']): ErrorContext {
  return { endpoint: call.endpoint.name, requestId: call.requestId };
}

function conflictError({ call }: Message): RequestConflictError {
  return new RequestConflictError(
    `${call.endpoint.name}: requestId "${call.requestId}" stands for another message`,
    {
      ...contextOf(call),
      hint: 'Make the requestId from what the message is about, so that a changed message gets another one.',
    },
  );
}

function inProgressError(call: Message['call']): SendInProgressError {
  return new SendInProgressError(
    `${call.endpoint.name}: requestId "${call.requestId}" is being sent elsewhere`,
    {
      ...contextOf(call),
      hint: 'Ask again later with the same requestId to get its receipt.',
    },
  );
}

function abandonedError(call: Message['call']): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${call.endpoint.name}: a process stopped while it was sending this message`,
    {
      ...contextOf(call),
      hint: "Wait for the delivery callback, or send again with `resend: 'unknown'`.",
    },
  );
}

function memoryLostError({ call }: Message, lostAt: number): OutcomeUnknownError {
  const when = new Date(lostAt).toISOString();
  return new OutcomeUnknownError(`${call.endpoint.name}: the send store lost its memory (noticed ${when})`, {
    ...contextOf(call),
    hint: 'Find out which messages went out before that, then call `sends.acceptLoss()` to go on.',
  });
}

function anomalyError(call: Message['call'], attempts: number): ResponseError {
  return new ResponseError(`${call.endpoint.name}: the platform said ok, but named no message id`, {
    ...contextOf(call),
    attempts,
    hint: 'The message counts as unknown; the delivery callback tells whether it went out.',
  });
}
