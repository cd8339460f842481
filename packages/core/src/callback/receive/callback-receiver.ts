import type { IncomingMessage, ServerResponse } from 'node:http';
import { waitAtMost } from '../../clock/wait-at-most.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { AbandonedEntry, CallbackInbox, TakeAnswer } from '../callback-inbox.js';
import type { CallbackCatalog, CallbackContext, OpenFields } from '../callback-message.js';
import type { CallbackOptions } from '../callback-options.js';
import type { CallbackPlatform } from '../callback-platform.js';
import type { CallbackReply } from '../callback-reply.js';
import type { CallbackAnswer, CallbackRequest } from '../callback-request.js';
import { MemoryCallbackInbox } from '../inbox/memory-callback-inbox.js';
import { RedisCallbackInbox } from '../inbox/redis-callback-inbox.js';
import { CallbackGate, type OpenedCallback } from '../verify/index.js';
import { refusal } from '../verify/refusal.js';
import { AbandonedWatch } from './abandoned-watch.js';
import type {
  CallbackErrorListener,
  CallbackHandler,
  DeclaredFields,
  LateReplyListener,
} from './callback-handler.js';
import { Listeners } from './callback-listeners.js';
import { type CallbackSettings, callbackSettings, type ReceiverIdentity } from './callback-settings.js';
import { EventsUnderWay } from './events-under-way.js';
import { type AnyCallbackHandler, HandlerTable } from './handler-table.js';
import { callbackLabels, type Handling, type HandlingParts } from './handling.js';
import { nodeRequestHandler } from './node-request-handler.js';
import { type Refusal, refusalAnswer, refusalOf } from './refusals.js';
import { takeInTime } from './take-in-time.js';
import {
  openFields,
  readStored,
  storedContent,
  type TypedCallback,
  typedCallback,
} from './typed-callback.js';
import { answerWith, received, repeatedAnswer } from './written-reply.js';

/** No more events are looked for than this process has room for. What the platform brings is taken always. */
const mostUnderWay = 100;

type Names<Declarations> = keyof Declarations & string;

/**
 * Receives what a platform pushes to one account: verifies it, sees that it is handled once by all processes together, makes
 * the typed object, calls the handlers, and answers in time whatever they do.
 *
 * A handler is called again where it threw or its process died, so what it does should be safe to do twice.
 */
export class CallbackReceiver<Catalog extends CallbackCatalog = CallbackCatalog> {
  readonly #platform: CallbackPlatform<Catalog>;
  readonly #settings: CallbackSettings;
  readonly #gate: CallbackGate;
  readonly #inbox: CallbackInbox;
  readonly #ownsInbox: boolean;
  readonly #handlers = new HandlerTable();
  readonly #listeners = new Listeners();
  readonly #underWay: EventsUnderWay;
  readonly #watch: AbandonedWatch;
  #closing: Promise<void> | undefined;

  /** @throws {ConfigError} with the path of each wrong option */
  constructor(platform: CallbackPlatform<Catalog>, identity: ReceiverIdentity, options: CallbackOptions) {
    this.#platform = platform;
    this.#settings = callbackSettings(platform, identity, options);
    this.#gate = new CallbackGate(platform, this.#settings.gate);
    this.#ownsInbox = options.inbox === undefined;
    this.#inbox = options.inbox ?? ownInbox(options, this.#settings);
    this.#underWay = new EventsUnderWay(this.#handlingParts(), this.#handlers);
    this.#watch = new AbandonedWatch({
      ...this.#handlingParts(),
      room: () => mostUnderWay - this.#underWay.size,
      handle: (entry) => this.#takeOver(entry),
    });
  }

  /** Hears every event of this receiver. */
  get telemetry(): Telemetry {
    return this.#settings.telemetry;
  }

  /**
   * Handles messages of one type, as the platform spells it (`MsgType`). Several handlers of one name run in order, and the
   * first reply is the answer. Answers a function that takes the handler away.
   *
   * A message that is not as declared comes as text throughout, with `context.isDeclared` false.
   */
  onMessage<Name extends Names<Catalog['messages']>>(
    name: Name,
    handler: CallbackHandler<DeclaredFields<Catalog['messages'][Name]>>,
  ): () => void;
  onMessage(name: string, handler: CallbackHandler<OpenFields>): () => void;
  onMessage(name: string, handler: CallbackHandler<never>): () => void {
    return this.#add(this.#handlers.add('message', name, toAny(handler)));
  }

  /** The same for events, by `Event` or `Event.ChangeType`; a handler for `Event` alone takes every ChangeType of it. */
  onEvent<Name extends Names<Catalog['events']>>(
    name: Name,
    handler: CallbackHandler<DeclaredFields<Catalog['events'][Name]>>,
  ): () => void;
  onEvent(name: string, handler: CallbackHandler<OpenFields>): () => void;
  onEvent(name: string, handler: CallbackHandler<never>): () => void {
    return this.#add(this.#handlers.add('event', name, toAny(handler)));
  }

  /** The same for what only third-party platforms are told, by `InfoType`. */
  onCommand<Name extends Names<Catalog['commands']>>(
    name: Name,
    handler: CallbackHandler<DeclaredFields<Catalog['commands'][Name]>>,
  ): () => void;
  onCommand(name: string, handler: CallbackHandler<OpenFields>): () => void;
  onCommand(name: string, handler: CallbackHandler<never>): () => void {
    return this.#add(this.#handlers.add('command', name, toAny(handler)));
  }

  /** Handles what no other handler takes, also what the platform invents tomorrow. */
  onAny(handler: CallbackHandler<OpenFields>): () => void {
    return this.#add(this.#handlers.addForRest(toAny(handler)));
  }

  /** Gets replies that came when the platform had its answer already, to send them otherwise. */
  onLateReply(listener: LateReplyListener): () => void {
    return this.#listeners.addLateReply(listener);
  }

  /** Hears of every call of a handler that failed. */
  onError(listener: CallbackErrorListener): () => void {
    return this.#listeners.addError(listener);
  }

  /** Opens what is opened otherwise by the first callback. */
  async ready(): Promise<void> {
    if (this.#inbox instanceof RedisCallbackInbox) await this.#inbox.ready();
  }

  /** A request handler for `http.createServer`, for any path. */
  requestHandler(): (request: IncomingMessage, response: ServerResponse) => void {
    const { gate, clock } = this.#settings;
    return nodeRequestHandler({
      maxBodyBytes: gate.maxBodyBytes,
      clock,
      handle: (request) => this.handle(request),
      refuse: (refusal) => this.#refuse(refusal),
    });
  }

  /**
   * Answers one request. Never rejects: what is refused gets the status that says so, and the reason goes to telemetry. What
   * handlers do changes no status.
   */
  async handle(request: CallbackRequest): Promise<CallbackAnswer> {
    try {
      if (this.#closing !== undefined) return this.#refuse(closed);
      if (request.method === 'GET') return { ...received, body: this.#gate.checkUrl(request) };
      return await this.#receive(request);
    } catch (error) {
      return this.#refuse(refusalOf(error));
    }
  }

  /**
   * Takes no more callbacks, and waits for the handlers under way up to `graceMs`. What has not ended then goes back to the
   * inbox for another process. Closes what it opened; a client that was handed in stays open.
   */
  close(graceMs = 10_000): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #receive(request: CallbackRequest): Promise<CallbackAnswer> {
    const { clock, account } = this.#settings;
    const startedAtMs = clock.monotonic();
    const opened = this.#gate.open(request);
    const callback = typedCallback(this.#platform, account, opened);
    const taken = await this.#take(callback, opened);
    if (taken.type === 'replayed') {
      throw refusal('replayed', 'This signature came before with another body.');
    }
    const { how, answer } =
      taken.type === 'taken'
        ? await this.#handled(this.#underWay.start(callback, taken.lease), opened, startedAtMs)
        : { how: 'repeated' as const, answer: repeatedAnswer(taken.reply, opened) };
    const { isDeclared } = callback;
    const durationMs = clock.monotonic() - startedAtMs;
    const labels = callbackLabels(account, callback);
    this.telemetry.emit({ type: 'callback.answered', ...labels, isDeclared, how, durationMs });
    return answer;
  }

  #take(callback: TypedCallback, { nonceKey, bodyDigest }: OpenedCallback): Promise<TakeAnswer> {
    const { account, leaseMs, rememberMs, replayMs } = this.#settings;
    const { eventKey } = callback;
    const content = storedContent(callback);
    const entry = { account, eventKey, nonceKey, bodyDigest, content, leaseMs, rememberMs, replayMs };
    return takeInTime(this.#inbox.take(entry), (lease) => void this.#underWay.start(callback, lease));
  }

  /** The first reply, as long as that is in time; the handlers go on without it. */
  async #handled(handling: Handling, opened: OpenedCallback, startedAtMs: number) {
    const { clock, answerWithinMs } = this.#settings;
    const leftMs = answerWithinMs - (clock.monotonic() - startedAtMs);
    void waitAtMost(clock, leftMs, handling.answer).then(() => handling.answerNow());
    const reply = await handling.answer;
    if (reply === undefined) return { how: 'received' as const, answer: received };
    return { how: 'reply' as const, answer: answerWith(reply, opened) };
  }

  #takeOver({ lease, content }: AbandonedEntry): void {
    const { account } = this.#settings;
    const stored = readStored(content);
    // Nothing that a receiver wrote: nobody can handle it, and nobody is to take it up for ever.
    if (stored === undefined) return void this.#inbox.finish(lease, undefined).catch(() => undefined);
    const callback = { ...typedCallback(this.#platform, account, stored), eventKey: lease.eventKey };
    const { attempt } = lease;
    this.telemetry.emit({ type: 'callback.taken-over', ...callbackLabels(account, callback), attempt });
    // Nobody waits for a reply any more.
    this.#underWay.start(callback, lease).answerNow();
  }

  #handlingParts(): HandlingParts {
    const { account, clock, telemetry, leaseMs, maxRetries } = this.#settings;
    return {
      account,
      clock,
      telemetry,
      leaseMs,
      maxRetries,
      inbox: this.#inbox,
      onFailure: (error, failure) => this.#listeners.tellFailure(error, failure, telemetry),
      onLateReply: (reply, callback, context) => this.#lateReply(reply, callback, context),
    };
  }

  async #lateReply(reply: CallbackReply, callback: TypedCallback, context: CallbackContext): Promise<void> {
    if (await this.#listeners.tellLateReply(reply, openFields(callback.content), context)) return;
    this.telemetry.emit({
      type: 'callback.reply-late',
      ...callbackLabels(this.#settings.account, callback),
    });
  }

  #add(takeAway: () => void): () => void {
    if (this.#closing === undefined) this.#watch.start();
    return () => {
      takeAway();
      if (this.#handlers.size === 0) this.#watch.stop();
    };
  }

  #refuse(why: Refusal): CallbackAnswer {
    this.telemetry.emit({ type: 'callback.refused', account: this.#settings.account, ...why });
    return refusalAnswer(why);
  }

  async #close(graceMs: number): Promise<void> {
    this.#watch.stop();
    await this.#underWay.close(graceMs);
    if (this.#ownsInbox) await this.#inbox.close();
  }
}

const closed: Refusal = { reason: 'closed', status: 503, message: 'The receiver is closed.' };

function ownInbox({ redis }: CallbackOptions, { clock }: CallbackSettings): CallbackInbox {
  return redis === undefined ? new MemoryCallbackInbox({ clock }) : new RedisCallbackInbox({ redis });
}

/** Under its name, a handler only ever gets what the declaration of that name makes, or text where it does not fit. */
function toAny(handler: CallbackHandler<never>): AnyCallbackHandler {
  return handler as AnyCallbackHandler;
}
