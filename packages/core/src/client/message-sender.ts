import type { Clock } from '../clock/clock.js';
import type { AnyEndpoint, AnyMessageEndpoint } from '../endpoint/endpoint.js';
import type { AnyWechatError } from '../errors/errors.js';
import type { AnyReceipt, SendReceipt } from '../send/send-receipt.js';
import type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  SendFailure,
  SendRecord,
  SendResult,
  SendStore,
  Settlement,
} from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { CallEnd } from './call.js';
import { type NamedCall, unknownError } from './call-error.js';
import type { CallLoop } from './call-loop.js';
import type { Message, MessageCall } from './message.js';
import { attemptTimeoutMs, type EarlierRequest, repeatWindowMs } from './repeat-guard.js';
import {
  abandonedError,
  conflictError,
  memoryLostError,
  noMessageIdError,
  stoppedWaitingError,
  storedRefusal,
} from './send-errors.js';
import { SendFlights } from './send-flights.js';
import { LeaseLost, SendHold } from './send-hold.js';
import { acceptedReceipt } from './send-queue/accepted-receipt.js';
import { dueInMs, isForWantOfRoom } from './send-queue/due.js';
import { Settler } from './settler.js';

type Claimed = Extract<ClaimAnswer, { type: 'claimed' }>;
type HeldByOther = Extract<ClaimAnswer, { type: 'held' }>;
type NotDone = Extract<CallEnd, { type: 'not-done' }>;
export type SettledRecord = Exclude<SendRecord, { state: 'pending' }>;

/** A message that is this process' to send. */
interface Held {
  readonly claim: Claimed;
  readonly hold: SendHold;
}

export interface MessageSenderParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly store: SendStore;
  readonly loop: CallLoop;
  readonly verdicts: VerdictTable;
  readonly timeoutMs: number;
  /** Hears that a message was left to the store, and when it is due. */
  readonly onQueued?: ((dueInMs: number) => void) | undefined;
}

/** Sends each message once: claims it, lets the call loop carry it, and settles what became of it. */
export class MessageSender {
  readonly #parts: MessageSenderParts;
  readonly #settler: Settler;
  readonly #flights = new SendFlights();

  constructor(parts: MessageSenderParts) {
    this.#parts = parts;
    this.#settler = new Settler(parts.store, parts.clock, parts.telemetry);
  }

  /**
   * Answers an `AcceptedReceipt` only where the message may be queued.
   *
   * @throws {RequestConflictError} the id stands for another message
   * @throws {SendInProgressError} another call holds the message, and the deadline came first
   * @throws {OutcomeUnknownError} the message may have been sent, now or before
   */
  send(message: Message): Promise<AnyReceipt> {
    return this.#flights.share(message, () => this.#claimAndSend(message));
  }

  /** Waits for settlements that are still on their way to a store that was out of reach. */
  close(graceMs: number): Promise<void> {
    return this.#settler.close(graceMs);
  }

  async #claimAndSend(message: Message): Promise<AnyReceipt> {
    for (;;) {
      let claim = await this.#claim(message);
      if (claim.type === 'held' && !message.call.queues) claim = await this.#claimOnceFree(message, claim);
      switch (claim.type) {
        case 'settled':
          return this.#replay(message, claim.record);
        case 'held':
          return acceptedReceipt(message.call.requestId, claim.leaseRemainingMs, true);
        case 'conflict':
          throw conflictError(message.call);
        case 'memory-lost':
          throw memoryLostError(message.call, claim.lostAt);
        case 'claimed': {
          const receipt = await this.#sendClaimed(message, claim);
          if (receipt !== 'lease-lost') return receipt;
        }
      }
    }
  }

  #claim(message: Message): Promise<ClaimAnswer> {
    return this.#parts.store.claim(this.#claimRequest(message));
  }

  /** Waits while another process holds the message. */
  async #claimOnceFree(message: Message, held: HeldByOther): Promise<ClaimAnswer> {
    let claim: ClaimAnswer = held;
    for (let pollMs = 20; claim.type === 'held'; pollMs = Math.min(pollMs * 2, 500)) {
      await this.#pause(message.call, claim.leaseRemainingMs, pollMs);
      claim = await this.#claim(message);
    }
    return claim;
  }

  async #pause(call: MessageCall, leaseRemainingMs: number, pollMs: number): Promise<void> {
    const waitMs = Math.min(pollMs, leaseRemainingMs + 1);
    // Its holder may be dead: whoever has no time for that comes back later.
    const isTooLong = call.maxWaitMs !== undefined && leaseRemainingMs > call.maxWaitMs;
    if (isTooLong || waitMs >= call.deadline.remainingMs()) throw stoppedWaitingError(call);
    await this.#parts.clock.sleep(waitMs, call.deadline.signal).catch(() => {
      throw stoppedWaitingError(call);
    });
  }

  #claimRequest({ call, payload, fingerprint, resend, push, takenUp }: Message): ClaimRequest {
    const { endpoint, requestId, recipient, group, tenant } = call;
    const youngerThanMs = repeatWindowMs(call, this.#parts.timeoutMs);
    const reopenable = youngerThanMs > 0 ? { youngerThanMs } : 'never';
    return {
      account: this.#parts.account,
      requestId,
      endpoint: endpoint.name,
      fingerprint,
      payload,
      recipient,
      push,
      group,
      tenant,
      leaseMs: SendHold.leaseFor(this.#timeoutMs(call)),
      // One of many that were taken up may wait in line yet: should the process die, it has certainly not left.
      begin: !takenUp,
      reopenUnknown: resend === 'unknown' ? 'always' : reopenable,
      reopenFailed: resend === 'failed',
    };
  }

  async #sendClaimed(message: Message, claim: Claimed): Promise<AnyReceipt | 'lease-lost'> {
    const { call, resend, takenUp } = message;
    const { store, clock, loop, timeoutMs } = this.#parts;
    const ageMs = claim.takenOver?.firstAttemptAgeMs;
    const repeatAnyway = resend === 'unknown';
    const hold = new SendHold(store, clock, claim.lease, this.#timeoutMs(call), !takenUp);
    const held = { claim, hold };
    if (ageMs !== undefined && !repeatAnyway && ageMs >= repeatWindowMs(call, timeoutMs)) {
      return this.#end(message, held, { type: 'unknown', error: abandonedError(call), attempts: 0 });
    }
    const earlier: EarlierRequest | undefined =
      ageMs === undefined ? undefined : { leftAt: clock.monotonic() - ageMs, repeatAnyway };
    try {
      return await this.#end(message, held, await loop.run(call, hold, earlier));
    } catch (error) {
      if (error instanceof LeaseLost) return 'lease-lost';
      throw error;
    }
  }

  #timeoutMs({ endpoint }: MessageCall): number {
    return attemptTimeoutMs(endpoint, this.#parts.timeoutMs);
  }

  #end(message: Message, held: Held, end: CallEnd): Promise<AnyReceipt> {
    const { claim } = held;
    const announced = message.takenUp ? 0 : 1;
    const attempts = Math.max(0, claim.attempts - announced) + end.attempts;
    if (end.type === 'done') return this.#endDone(message, claim, end.value, attempts);
    if (end.type === 'not-done' && !isFinal(end)) return this.#notYet(message, held, end, attempts);
    if (end.type === 'unknown' && this.#mayRepeatLater(message, end.error)) {
      return this.#park(message, held, { error: end.error, fate: 'open' }, attempts);
    }
    return this.#endBadly(message, claim, end.type === 'unknown' ? 'unknown' : 'failed', end.error, attempts);
  }

  /** Nothing was sent, and the same message may be tried again: by the store's readers, or by the caller alone. */
  async #notYet(message: Message, held: Held, end: NotDone, attempts: number): Promise<AnyReceipt> {
    const { call, takenUp } = message;
    if (takenUp || (call.queues && isForWantOfRoom(end.error))) {
      return this.#park(message, held, end, attempts);
    }
    const { lease } = held.claim;
    // Somebody was told that the store has it.
    if (isQueued(held.claim)) await this.#settler.defer(lease, 1, end.fate);
    else await this.#settler.release(lease, end.fate);
    this.#tell(message, 'released', attempts);
    throw end.error;
  }

  /** The queue comes back to it while the platform still takes a second message for the first. */
  #mayRepeatLater({ call, takenUp }: Message, error: AnyWechatError): boolean {
    return takenUp && call.queues && error.code === 'OUTCOME_UNKNOWN' && error.repeatableForMs !== undefined;
  }

  /** A message is accepted only where the store has said so; otherwise its caller still has it, and hears why. */
  async #park(
    message: Message,
    { claim, hold }: Held,
    { error, fate }: { readonly error: AnyWechatError; readonly fate: AttemptFate },
    attempts: number,
  ): Promise<AnyReceipt> {
    const { call, takenUp } = message;
    const waitMs = call.queues ? dueInMs(error) : 1;
    try {
      await hold.park(waitMs, fate);
    } catch (failure) {
      if (failure instanceof LeaseLost) throw failure;
      if (takenUp || fate === 'open') await this.#settler.defer(claim.lease, waitMs, fate);
      else await this.#settler.release(claim.lease, fate);
      throw error;
    }
    if (!call.queues) {
      this.#tell(message, 'released', attempts);
      throw error;
    }
    this.#tellQueued(message, error, attempts, waitMs);
    return acceptedReceipt(call.requestId, waitMs, false);
  }

  #tellQueued({ call, takenUp }: Message, { code }: AnyWechatError, attempts: number, dueInMs: number): void {
    const { telemetry, account, onQueued } = this.#parts;
    onQueued?.(dueInMs);
    if (!telemetry.hears('send.queued')) return;
    const { callId, endpoint, requestId, group } = call;
    const fields = { callId, account, endpoint: endpoint.name, requestId, group };
    telemetry.emit({ type: 'send.queued', ...fields, attempts, dueInMs, reason: code, again: takenUp });
  }

  async #endDone(message: Message, claim: Claimed, value: unknown, attempts: number): Promise<SendReceipt> {
    const { call } = message;
    const result = resultOf(call.endpoint, value);
    if (result === undefined) {
      return this.#endBadly(message, claim, 'unknown', noMessageIdError(call, attempts), attempts);
    }
    await this.#settle(message, claim, { state: 'sent', result }, attempts);
    this.#tell(message, 'sent', attempts);
    return receiptOf(call.requestId, result, attempts, false);
  }

  async #endBadly(
    message: Message,
    claim: Claimed,
    state: 'failed' | 'unknown',
    error: AnyWechatError,
    attempts: number,
  ): Promise<never> {
    await this.#settle(message, claim, { state, failure: failureOf(error) }, attempts);
    this.#tell(message, state, attempts);
    throw error;
  }

  #settle(message: Message, claim: Claimed, settlement: Settlement, attempts: number): Promise<void> {
    const { payload, fingerprint, push } = message;
    const { endpoint, recipient, group, tenant } = message.call;
    const { lease, firstAttemptAt } = claim;
    // Named one by one: an object that is spread into another is copied field by field, and this is made for every send.
    const known = {
      endpoint: endpoint.name,
      fingerprint,
      recipient,
      firstAttemptAt,
      payload,
      push,
      group,
      tenant,
    };
    return this.#settler.settle({ lease, settlement, attempts, known });
  }

  #replay(message: Message, record: SettledRecord): SendReceipt {
    this.#tell(message, record.state, record.attempts, true);
    return this.receiptOf(record, message.call.endpoint);
  }

  /**
   * Answers, or throws, as the call did that ended this message.
   *
   * @param endpoint of the record, where it is known
   */
  receiptOf(record: SettledRecord, endpoint: AnyEndpoint | undefined): SendReceipt {
    const { requestId } = record;
    const call: NamedCall = { endpoint: { name: record.endpoint, kind: 'message' }, requestId };
    switch (record.state) {
      case 'sent':
        return receiptOf(requestId, record.result, record.attempts, true);
      case 'failed': {
        const rule = endpoint && this.#parts.verdicts.rule(endpoint, record.failure.errcode ?? 0);
        throw storedRefusal(call, record, rule?.meaning);
      }
      case 'unknown':
        throw unknownError(call, undefined, record.attempts);
    }
  }

  #tell(message: Message, state: Settlement['state'] | 'released', attempts: number, replayed = false): void {
    const { telemetry, account } = this.#parts;
    if (!telemetry.hears('send.settled')) return;
    const { callId, endpoint, requestId, group } = message.call;
    telemetry.emit({
      type: 'send.settled',
      callId,
      account,
      endpoint: endpoint.name,
      requestId,
      group,
      state,
      attempts,
      replayed,
    });
  }
}

/** Only the platform's own refusal of this message is stored as its end; everything else may be tried again. */
function isFinal(end: NotDone): boolean {
  return end.permanent && end.error.code === 'API_ERROR';
}

/** Whether the store alone may have had the message: it waited there without a request, and a release would forget it. */
function isQueued({ takenOver }: Claimed): boolean {
  return takenOver?.attempts === 0;
}

/** What the answer says of the message; `undefined` where it should name the message and does not. */
function resultOf({ message: traits }: AnyMessageEndpoint, value: unknown): SendResult | undefined {
  const msgid = traits.messageId?.(value) ?? traits.occasionalMessageId?.(value);
  if (traits.messageId !== undefined && msgid === undefined) return undefined;
  const details = traits.details?.(value);
  const result: { -readonly [Key in keyof SendResult]: SendResult[Key] } = {};
  if (msgid !== undefined) result.msgid = msgid;
  if (details !== undefined) result.details = details;
  return result;
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
