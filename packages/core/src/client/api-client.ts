import type { AxiosInstance } from 'axios';
import type { Clock } from '../clock/clock.js';
import type { AnyEndpoint, AnyMessageEndpoint, Endpoint, RequestOf } from '../endpoint/endpoint.js';
import { ConfigError, isWechatErrorOf, ValidationError } from '../errors/errors.js';
import { Limits } from '../rate-limit/limits.js';
import { Deadline } from '../retry/deadline.js';
import { fingerprint } from '../send/fingerprint.js';
import { checkRequestId } from '../send/request-id.js';
import type { AcceptedReceipt, AnyReceipt, SendReceipt } from '../send/send-receipt.js';
import type { PendingRecord } from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { FetchedCredential, FetchRequest } from '../token/credential-source.js';
import { SharedCredential } from '../token/shared-credential.js';
import type { AnyCallOptions, Call, CallOptions, CallTrace, QueuedSendOptions, SendOptions } from './call.js';
import { tellCallEnd, tellCallStart } from './call-events.js';
import { CallsUnderWay } from './calls-under-way.js';
import { checkCallOptions } from './check-call-options.js';
import { ClientParts, closedError } from './client-parts.js';
import type { ClientSettings } from './client-settings.js';
import { limitChoice } from './limit-choice.js';
import { OneTimeCalls } from './one-time-calls.js';
import type { Account, Platform } from './platform.js';
import { type RawRequest, rawEndpoint } from './raw-request.js';
import { readAgain } from './reads/read-again.js';
import { readKeyOf } from './reads/read-key.js';
import { Reads, resultOf } from './reads/reads.js';
import type { ReceiptOf } from './receipt-of.js';
import { type ResumeOptions, type ResumeReport, resumePending } from './resume-pending.js';
import { PromisedMessages } from './send-queue/promised-messages.js';
import { Sends } from './sends.js';
import { storedRequest } from './stored-request.js';
import {
  accountFieldsFor,
  asFields,
  checkRequest,
  invalid,
  messageFields,
  type WireRequest,
  writeMessage,
  writePayload,
  writeRequest,
} from './wire-request.js';

/** Calls a declared endpoint; what the platform packages get of the client. */
export type CallEndpoint = <Request, Response>(
  endpoint: Endpoint<string, Request, Response>,
  request: Request,
  options?: CallOptions,
) => Promise<Response>;

/**
 * One account's way to its platform. Every method of every platform client is `call` with a declared endpoint:
 * validate, claim (messages), admit, token, attempt, judge, react, settle.
 */
export class ApiClient {
  readonly #platform: Platform;
  readonly #account: Account;
  readonly #settings: ClientSettings;
  readonly #parts: ClientParts;
  readonly #underWay: CallsUnderWay;
  readonly #reads: Reads;
  readonly #oneTime = new OneTimeCalls();
  readonly #promised: PromisedMessages;
  /** For what the client asks for itself, also while it closes: a call under way may need a token yet. */
  readonly #callEndpoint: CallEndpoint = async <Request, Response>(
    endpoint: Endpoint<string, Request, Response>,
    request: Request,
    options: CallOptions = {},
  ) => {
    const value = await this.#ask(this.#checkedCall(endpoint, request, options));
    // What the endpoint's own schema made of the answer.
    return value as Response;
  };
  /** What is known of this account's messages. */
  readonly sends: Sends;
  /** What is known of this account's pace. */
  readonly limits: Limits;
  #callCount = 0;

  constructor(platform: Platform, account: Account, settings: ClientSettings) {
    this.#platform = platform;
    this.#account = account;
    this.#settings = settings;
    this.#underWay = new CallsUnderWay(settings.clock);
    this.#parts = new ClientParts(platform, account, settings, {
      call: this.#callEndpoint,
      resume: (record) => this.#resumeQueued(record),
    });
    this.#reads = new Reads({
      account: account.key,
      clock: settings.clock,
      telemetry: settings.telemetry,
      refresh: (call) => this.#refresh(call),
    });
    this.limits = this.#makeLimits();
    this.sends = this.#makeSends();
    this.#promised = new PromisedMessages({
      clock: settings.clock,
      find: (requestId) => this.sends.find(requestId),
    });
  }

  #makeLimits(): Limits {
    const { clock, telemetry } = this.#settings;
    const desk = async () => (await this.#parts.open()).desk;
    return new Limits({ clock, telemetry, desk, openDesk: () => this.#parts.pace.desk });
  }

  #makeSends(): Sends {
    const { clock, telemetry, deadlineMs } = this.#settings;
    const open = async () => (await this.#parts.open()).store;
    return new Sends({
      account: this.#account.key,
      clock,
      telemetry,
      open,
      deadlineMs,
      replay: async (record) =>
        (await this.#parts.open()).sender.receiptOf(record, this.messageEndpoint(record.endpoint)),
    });
  }

  get telemetry(): Telemetry {
    return this.#settings.telemetry;
  }

  get clock(): Clock {
    return this.#settings.clock;
  }

  /** This client's own axios, for interceptors. They run for each attempt and see the access token. */
  get axios(): AxiosInstance {
    return this.#parts.transport.instance;
  }

  /**
   * Sends a message, once per `requestId`; now, or later where there is no room for it now.
   *
   * @throws {ValidationError} before anything is spent
   * @throws {AnyWechatError} see the classes of the union; where a message is accepted, none for want of room
   */
  call<E extends AnyMessageEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: QueuedSendOptions,
  ): Promise<ReceiptOf<E> | AcceptedReceipt>;
  /**
   * Sends a message, once per `requestId`. Where its group or `limits.queue.whenWaiting` has it queued, it answers an
   * `AcceptedReceipt` as well, whose `status` is `'pending'`; `onLimit: 'wait'` rules that out.
   *
   * @throws {ValidationError} before anything is spent
   * @throws {AnyWechatError} see the classes of the union
   */
  call<E extends AnyMessageEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: SendOptions,
  ): Promise<ReceiptOf<E>>;
  /**
   * Calls an endpoint.
   *
   * @throws {ValidationError} before anything is spent
   * @throws {AnyWechatError} see the classes of the union
   */
  call<Request, Response>(
    endpoint: Endpoint<string, Request, Response>,
    request: Request,
    options?: CallOptions,
  ): Promise<Response>;
  call(endpoint: AnyEndpoint, request: unknown, options?: AnyCallOptions): Promise<unknown> {
    return this.callAny(endpoint, request, options);
  }

  /** `call` for code that does not know the endpoint's type. */
  callAny(endpoint: AnyEndpoint, request: unknown, options: AnyCallOptions = {}): Promise<unknown> {
    if (!isEndpoint(endpoint)) return Promise.reject(noEndpoint());
    return this.#track(() =>
      isMessage(endpoint) ? this.#send(endpoint, request, options) : this.#run(endpoint, request, options),
    );
  }

  /**
   * Calls any path at all. A POST is never repeated after an unknown outcome, and nothing remembers that it was made:
   * messages belong to declared endpoints.
   */
  request(raw: RawRequest, options: CallOptions = {}): Promise<unknown> {
    return this.#track(async () => {
      const endpoint = rawEndpoint(raw, this.#platform.endpoints);
      checkCallOptions(endpoint, options);
      const query = writeRequest({ ...endpoint, encoding: 'query' }, raw.query ?? {}).query;
      const body =
        raw.body === undefined ? noBody : writeRequest({ ...endpoint, encoding: 'json' }, raw.body).body;
      return this.#perform(this.#callOf(endpoint, raw.body ?? {}, { query, body }, options, undefined));
    });
  }

  /** Names the credential; never a secret. */
  get accountKey(): string {
    return this.#account.key;
  }

  /** A declared endpoint by its name, also one of the option `endpoints`; `undefined`: none has it, or it sends nothing. */
  messageEndpoint(name: string): AnyMessageEndpoint | undefined {
    const known = [...this.#platform.endpoints, ...(this.#settings.endpoints ?? [])];
    const endpoint = known.find((candidate) => candidate.name === name);
    return endpoint !== undefined && isMessage(endpoint) ? endpoint : undefined;
  }

  /**
   * Checks a message as `call` would before anything is spent, and sends nothing.
   *
   * @throws {ValidationError} with the path of each wrong field
   */
  checkMessage(endpoint: AnyMessageEndpoint, request: unknown, requestId: string): void {
    checkRequestId(requestId);
    checkRequest(endpoint, request);
  }

  /** Finishes what a process that died has left behind: sends what may be sent, and names what nobody can know. */
  resumePending(options: ResumeOptions = {}): Promise<ResumeReport> {
    return this.#track(async () => {
      const { store } = await this.#parts.open();
      return resumePending(store, this.#account.key, options, (record) =>
        this.#resumeNow(record, options.signal),
      );
    });
  }

  /** A ticket that is made with the access token and expires like one: shared and kept fresh by the same means. */
  async openTicket(
    key: string,
    fetch: (call: CallEndpoint, signal: AbortSignal) => Promise<FetchedCredential>,
  ): Promise<SharedCredential> {
    const { tokens } = await this.#parts.open();
    const { clock, telemetry } = this.#settings;
    const source = {
      key,
      mode: 'ticket',
      supportsForce: false,
      fetch: ({ signal }: FetchRequest) => fetch(this.#callEndpoint, signal),
      refusalScope: () => undefined,
    } as const;
    return new SharedCredential(source, { store: tokens.store, lock: tokens.lock, clock, telemetry });
  }

  /** Opens what is otherwise opened by the first call, so that a missing package shows at the start. */
  async ready(): Promise<void> {
    await this.#parts.open();
  }

  /**
   * Takes no more calls, waits for those under way, then closes everything that was opened. What has not ended after
   * `graceMs` is aborted where it waits, and what is known to stand in line for longer at once; settlements that a store
   * could not hear yet get as long again.
   */
  async close(graceMs = 10_000): Promise<void> {
    this.#reads.close();
    this.#parts.queue.stop();
    this.#promised.close();
    this.#parts.pace.endIn(graceMs);
    await this.#underWay.close(graceMs);
    await this.#parts.close(graceMs);
  }

  async #run(endpoint: AnyEndpoint, request: unknown, options: AnyCallOptions): Promise<unknown> {
    return this.#perform(this.#checkedCall(endpoint, request, options));
  }

  #checkedCall(endpoint: AnyEndpoint, request: unknown, options: AnyCallOptions): Call {
    checkCallOptions(endpoint, options);
    const fields = checkRequest(endpoint, request);
    const filled = { ...accountFieldsFor(endpoint, this.#account, fields), ...fields };
    return this.#callOf(endpoint, fields, writeRequest(endpoint, filled), options, undefined);
  }

  /** A read may be answered without a request of its own. */
  #perform(call: Call): Promise<unknown> {
    if (call.endpoint.oneTimeFields.length > 0) return this.#askOnce(call);
    const key = readKeyOf(call);
    if (key === undefined) return this.#ask(call);
    return this.#told(call, async () => {
      const { loop } = await this.#parts.open();
      return this.#reads.answer(call, key, () => loop.run(call));
    });
  }

  /** Asks the platform, whatever was answered before. */
  #ask(call: Call): Promise<unknown> {
    return this.#told(call, async () => {
      const { loop } = await this.#parts.open();
      const end = await loop.run(call);
      if (end.type !== 'not-done') this.#reads.changed(call.endpoint);
      if (end.type === 'done') await this.#tellCleared(call);
      return resultOf(end);
    });
  }

  /** Asks the platform, unless what it takes once is on its way there. Each caller gets a value of its own. */
  #askOnce(call: Call): Promise<unknown> {
    return this.#told(call, async () => {
      const { loop } = await this.#parts.open();
      const { end, isShared } = await this.#oneTime.run(call, () => loop.run(call));
      if (!isShared && end.type !== 'not-done') this.#reads.changed(call.endpoint);
      const read = isShared && end.type === 'done' ? readAgain(call.endpoint, end.answer) : undefined;
      return read === undefined ? resultOf(end) : read.value;
    });
  }

  /** The call may have begun the day of a quota anew: then what is closed for it opens on every process. */
  async #tellCleared({ endpoint, fields }: Call): Promise<void> {
    const cleared = this.#platform.quota?.cleared?.(endpoint.name, fields);
    if (cleared === undefined) return;
    // Where the others cannot be told, the quota is cleared all the same, and the door opens at its time.
    await this.#parts.pace.desk?.cleared(cleared).catch((error: unknown) => {
      if (!isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
    });
  }

  /** The same read again, for those who ask later. */
  async #refresh(call: Call): Promise<void> {
    const { clock, deadlineMs } = this.#settings;
    const again: Call = {
      ...call,
      callId: this.#nextCallId(),
      onLimit: 'wait',
      deadline: new Deadline(deadlineMs, undefined, clock),
      trace: newTrace(),
    };
    await this.#track(() => this.#perform(again));
  }

  #send(endpoint: AnyMessageEndpoint, request: unknown, options: AnyCallOptions): Promise<AnyReceipt> {
    checkCallOptions(endpoint, options);
    const { requestId } = options;
    checkRequestId(requestId);
    const fields = messageFields(endpoint, request);
    return this.#sendChecked(
      endpoint,
      fields,
      { payload: writePayload(endpoint, fields), requestId },
      options,
    );
  }

  /** Whoever asks for it wants the receipts. */
  async #resumeNow(record: PendingRecord, signal: AbortSignal | undefined): Promise<SendReceipt> {
    const chosen = this.#parts.pace.policy.onLimitOf(record.group);
    const onLimit = chosen === 'queue' ? 'wait' : chosen;
    // A message that may not be queued is answered with its receipt.
    return (await this.#resume(record, { onLimit, signal })) as SendReceipt;
  }

  /** Those in flight may stand in line for longer than a caller would: leaving it and coming back costs the store more. */
  #resumeQueued(record: PendingRecord): Promise<AnyReceipt> {
    const maxWaitMs = Math.max(queuedWaitMs, this.#parts.pace.policy.queue.afterMs);
    return this.#track(() => this.#resume(record, { onLimit: 'queue', maxWaitMs }));
  }

  /** A stored payload was checked when it was stored; what the record says is sent, to the letter. */
  async #resume(record: PendingRecord, options: AnyCallOptions): Promise<AnyReceipt> {
    const { endpoint: name, payload, requestId, group, tenant } = record;
    if (this.#underWay.isClosed) throw closedError(this.#platform);
    const endpoint = this.messageEndpoint(name);
    if (endpoint === undefined) {
      throw new ConfigError(`no message endpoint "${name}" is known`, {
        hint: 'List endpoints of your own in the option `endpoints`.',
      });
    }
    const kept = { ...options, group, tenant };
    return this.#sendChecked(
      endpoint,
      asFields(storedRequest(record)),
      { payload, requestId, takenUp: true },
      kept,
    );
  }

  #sendChecked(
    endpoint: AnyMessageEndpoint,
    fields: Record<string, unknown>,
    checked: CheckedMessage,
    options: AnyCallOptions,
  ): Promise<AnyReceipt> {
    const { payload, requestId, takenUp = false } = checked;
    const identity = endpoint.message.deduplication?.identity(requestId, fields) ?? {};
    const added = { ...accountFieldsFor(endpoint, this.#account, fields), ...identity };
    const wire = writeMessage(endpoint, fields, payload, added);
    const call = this.#callOf(endpoint, fields, wire, options, requestId);
    const message = {
      call,
      payload,
      fingerprint: fingerprint(endpoint.name, payload),
      resend: options.resend ?? 'never',
      push: options.push,
      takenUp,
    };
    return this.#told(call, async () => {
      const opened = this.#parts.open();
      const { sender } = opened instanceof Promise ? await opened : opened;
      const receipt = await sender.send(message);
      this.#reads.changed(endpoint);
      if (receipt.status === 'pending' && receipt.replayed && !takenUp) {
        const { signal: _signal, deadlineMs: _deadlineMs, ...kept } = options;
        this.#promised.keep(requestId, receipt.dueInMs, () =>
          this.#track(() => this.#sendChecked(endpoint, fields, checked, { ...kept, onLimit: 'queue' })),
        );
      }
      return receipt;
    });
  }

  #callOf<E extends AnyEndpoint, Id extends string | undefined>(
    endpoint: E,
    fields: Record<string, unknown>,
    { query, body }: WireRequest,
    options: AnyCallOptions,
    requestId: Id,
  ): Call & { readonly endpoint: E; readonly requestId: Id } {
    if (endpoint.auth === 'token' && 'access_token' in query) {
      throw invalid(endpoint, [
        { path: 'access_token', message: 'must be left out; the client puts the token in itself' },
      ]);
    }
    const { clock, deadlineMs } = this.#settings;
    const { onLimit, maxWaitMs, queues } = limitChoice(endpoint, options, this.#parts.pace);
    // Named one by one: an object that begins with a spread is grown field by field, and this is made for every call.
    return {
      onLimit,
      maxWaitMs,
      queues,
      callId: this.#nextCallId(),
      endpoint,
      requestId,
      fields,
      recipient: endpoint.message?.recipient(fields),
      recipients: endpoint.message?.recipients?.(fields),
      fallback: options.fallback,
      group: options.group,
      tenant: options.tenant,
      deadline: new Deadline(options.deadlineMs ?? deadlineMs, options.signal, clock),
      query,
      body,
      trace: newTrace(),
    };
  }

  #nextCallId(): string {
    this.#callCount += 1;
    return `${this.#settings.callIdPrefix}-${this.#callCount.toString(36)}`;
  }

  /** One event when a logical call starts and one when it ends, whatever happens in between. */
  async #told<Result>(call: Call, work: () => Promise<Result>): Promise<Result> {
    const { telemetry, clock } = this.#settings;
    const parts = { telemetry, account: this.#account.key };
    const startedAt = clock.monotonic();
    tellCallStart(parts, call);
    this.#underWay.begun(call);
    try {
      const result = await work();
      tellCallEnd(parts, call, clock.monotonic() - startedAt, undefined);
      return result;
    } catch (error) {
      tellCallEnd(parts, call, clock.monotonic() - startedAt, error);
      throw error;
    } finally {
      this.#underWay.ended(call);
    }
  }

  /** What `start` throws becomes a rejection: whoever is called here need not be async, which costs every send a promise. */
  #track<Result>(start: () => Promise<Result>): Promise<Result> {
    if (this.#underWay.isClosed) return Promise.reject(closedError(this.#platform));
    try {
      return this.#underWay.track(start());
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

/** Of a message, as it goes to be sent. */
interface CheckedMessage {
  readonly payload: string;
  readonly requestId: string;
  /** It came from the store. */
  readonly takenUp?: boolean;
}

/** How long a message that was taken up stands in line at most. */
const queuedWaitMs = 5_000;

function newTrace(): CallTrace {
  return { attempts: 0, kind: undefined, errcode: undefined, exhausted: undefined };
}

const noBody = Object.freeze({ type: 'none' as const });

/** For callers without types, who easily pass a method in the place of its endpoint. */
function isEndpoint(endpoint: unknown): endpoint is AnyEndpoint {
  return typeof endpoint === 'object' && endpoint !== null && 'verdicts' in endpoint;
}

function noEndpoint(): ValidationError {
  const issues = [{ path: 'endpoint', message: 'must be an endpoint, as `defineEndpoint` makes it' }];
  return new ValidationError('call: the first argument is no endpoint', {
    issues,
    hint: 'Nothing was sent.',
  });
}

function isMessage(endpoint: AnyEndpoint): endpoint is AnyMessageEndpoint {
  return endpoint.message !== undefined;
}
