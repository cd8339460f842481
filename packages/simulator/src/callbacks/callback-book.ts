import { Schedule } from '../clock/schedule.js';
import type { TimeSource } from '../clock/simulator-clock.js';
import type { CallbackContent } from './callback-content.js';
import type { CallbackExchange } from './callback-exchange.js';
import { callbackRequest, newNonce, type RequestForm, urlCheckRequest } from './callback-request.js';
import type { CallbackFormat, CallbackMode, CallbackSettings } from './callback-settings.js';
import type { CallbackAccount, CallbackTarget } from './callback-target.js';
import { judgeAnswer } from './judge-answer.js';
import { checkPushOptions, type PushOptions } from './push-options.js';
import { sendRequest } from './send-request.js';
import { type KnownAccounts, TargetBook } from './target-book.js';

const TIMEOUT_MS = 5_000;
const TRIES = 3;
/** The first id of a message; beyond what a JavaScript number holds. */
const FIRST_MSG_ID = 7_000_000_000_000_000_001n;

/** Fields of an event, made for the format in which it goes out. */
export type ContentFor = (format: CallbackFormat) => CallbackContent;

export interface UrlCheck {
  readonly ok: boolean;
  readonly status?: number | undefined;
  readonly body?: string | undefined;
  readonly error?: string | undefined;
}

/** What the platform tells the user's servers. */
export interface SimulatorCallbacks {
  /**
   * Where the callbacks of an account go from now on.
   * @throws SimulatorOptionError naming the setting that is wrong
   */
  configure(account: CallbackAccount, settings: CallbackSettings): void;
  /** No more callbacks of this account. */
  remove(account: CallbackAccount): void;
  /**
   * Pushes a message or an event and waits until it was received or every try failed. `ToUserName`, `CreateTime`, and, for
   * messages, `MsgId` are put in where they are missing.
   * @returns every request that it took
   * @throws SimulatorOptionError where callbacks of the account go nowhere
   */
  push(
    account: CallbackAccount,
    content: CallbackContent,
    options?: PushOptions,
  ): Promise<CallbackExchange[]>;
  /** Asks whether the address is the account's own, as the console does before it takes it. */
  verify(account: CallbackAccount): Promise<UrlCheck>;
  /** Every request to the user's servers, in the order in which they ended. */
  readonly exchanges: readonly CallbackExchange[];
  /** Waits until nothing is under way or held back by the clock. */
  settled(): Promise<void>;
}

interface Outgoing {
  readonly push: number;
  readonly target: CallbackTarget;
  readonly content: CallbackContent;
  readonly options: PushOptions;
}

export class CallbackBook implements SimulatorCallbacks {
  readonly targets: TargetBook;
  readonly #clock: TimeSource;
  readonly #schedule: Schedule;
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #exchanges: CallbackExchange[] = [];
  #lastPush = 0;
  #nextMsgId = FIRST_MSG_ID;

  constructor(clock: TimeSource, known: KnownAccounts) {
    this.#clock = clock;
    this.#schedule = new Schedule(clock);
    this.targets = new TargetBook(known);
  }

  get exchanges(): readonly CallbackExchange[] {
    return this.#exchanges;
  }

  configure(account: CallbackAccount, settings: CallbackSettings): void {
    this.targets.set(account, { ...settings });
  }

  remove(account: CallbackAccount): void {
    this.targets.remove(account);
  }

  async push(
    account: CallbackAccount,
    content: CallbackContent,
    options: PushOptions = {},
  ): Promise<CallbackExchange[]> {
    checkPushOptions(options);
    return this.#start(this.targets.get(account), () => content, options);
  }

  /** An event that the platform sends by itself; nothing where the account's callbacks go nowhere. */
  report(account: CallbackAccount, contentFor: ContentFor): void {
    if (this.targets.isEmpty) return;
    const target = this.targets.find(account);
    if (target === undefined || target.settings.automatic === false) return;
    // In its own turn, so that the answer to the call which caused it goes out first.
    const { delayMs = 0 } = target.settings;
    const pushed = new Promise((resolve) => setImmediate(resolve));
    void this.#tracked(pushed.then(() => this.#start(target, contentFor, { afterMs: delayMs })));
  }

  /** An event of the whole corp: to the address of the corp, or of each app that has one. */
  reportToCorp(corpId: string, contentFor: ContentFor): void {
    for (const account of this.targets.ofCorp(corpId)) this.report(account, contentFor);
  }

  async verify(account: CallbackAccount): Promise<UrlCheck> {
    const target = this.targets.get(account);
    const { url, echo } = urlCheckRequest(target, String(Math.floor(this.#clock.now() / 1_000)));
    const timeoutMs = target.settings.timeoutMs ?? TIMEOUT_MS;
    const outcome = await sendRequest({ method: 'GET', url, timeoutMs, signal: this.#ended.signal });
    if (outcome.kind === 'timed-out') return { ok: false, error: 'no answer in time' };
    if (outcome.kind === 'unreachable') return { ok: false, error: outcome.error };
    const { status, body } = outcome;
    return { ok: status === 200 && body === echo, status, body };
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Gives up what is under way. */
  close(): void {
    this.#ended.abort();
    this.#schedule.flush();
    this.#underWay.clear();
  }

  #start(target: CallbackTarget, contentFor: ContentFor, options: PushOptions): Promise<CallbackExchange[]> {
    this.#lastPush += 1;
    const format = options.format ?? target.settings.format ?? 'xml';
    const content = this.#completed(contentFor(format), target);
    const outgoing: Outgoing = { push: this.#lastPush, target, content, options: { ...options, format } };
    const copies = Array.from({ length: 1 + (options.repeats ?? 0) }, (_, index) => index + 1);
    const done = new Promise<void>((resolve) => this.#schedule.after(options.afterMs ?? 0, resolve))
      .then(() => Promise.all(copies.map((copy) => this.#deliver(outgoing, copy))))
      .then((exchanges) => exchanges.flat());
    return this.#tracked(done);
  }

  #tracked<Value>(promise: Promise<Value>): Promise<Value> {
    const settled: Promise<unknown> = promise.then(
      () => this.#underWay.delete(settled),
      () => this.#underWay.delete(settled),
    );
    this.#underWay.add(settled);
    return promise;
  }

  #completed(content: CallbackContent, { family, appId, agentId }: CallbackTarget): CallbackContent {
    const isMessage = content.MsgType !== undefined && content.MsgType !== 'event';
    return {
      ToUserName: family === 'corp' ? appId : originalIdOf(appId),
      CreateTime: Math.floor(this.#clock.now() / 1_000),
      ...(isMessage ? { MsgId: this.#takeMsgId() } : {}),
      ...(agentId === undefined ? {} : { AgentID: agentId }),
      ...content,
    };
  }

  #takeMsgId(): bigint {
    this.#nextMsgId += 1n;
    return this.#nextMsgId - 1n;
  }

  /** One delivery with its tries. */
  async #deliver(outgoing: Outgoing, copy: number): Promise<CallbackExchange[]> {
    const tries = outgoing.options.tries ?? outgoing.target.settings.tries ?? TRIES;
    const exchanges: CallbackExchange[] = [];
    for (let attempt = 1; attempt <= tries && !this.#ended.signal.aborted; attempt += 1) {
      const exchange = await this.#exchange(outgoing, copy, attempt);
      exchanges.push(exchange);
      if (exchange.received) break;
    }
    return exchanges;
  }

  async #exchange(outgoing: Outgoing, copy: number, attempt: number): Promise<CallbackExchange> {
    const { push, target, content, options } = outgoing;
    const form = this.#formOf(outgoing, copy);
    const request = callbackRequest(content, target, form);
    const at = this.#clock.now();
    const startedAt = performance.now();
    const outcome = await sendRequest({
      method: 'POST',
      ...request,
      timeoutMs: options.timeoutMs ?? target.settings.timeoutMs ?? TIMEOUT_MS,
      signal: this.#ended.signal,
    });
    const exchange: CallbackExchange = {
      number: this.#exchanges.length + 1,
      push,
      copy,
      attempt,
      at,
      appId: target.appId,
      agentId: target.agentId,
      mode: form.mode,
      format: form.format,
      url: request.url,
      requestBody: request.body,
      content,
      durationMs: performance.now() - startedAt,
      ...(outcome.kind === 'answered' ? { status: outcome.status, body: outcome.body } : {}),
      ...judgeAnswer(outcome, content, target, form.mode),
    };
    if (!this.#ended.signal.aborted) this.#exchanges.push(exchange);
    return exchange;
  }

  /** Each try is signed anew. */
  #formOf({ target, options }: Outgoing, copy: number): RequestForm {
    const { settings } = target;
    const urls = options.urls ?? [settings.url];
    return {
      mode: modeOf(target, options),
      format: options.format ?? 'xml',
      url: urls[(copy - 1) % urls.length] ?? settings.url,
      timestamp: options.timestamp ?? String(Math.floor(this.#clock.now() / 1_000)),
      nonce: options.nonce ?? newNonce(),
    };
  }
}

function modeOf({ family, settings }: CallbackTarget, options: PushOptions): CallbackMode {
  if (family === 'corp') return 'safe';
  return options.mode ?? settings.mode ?? (settings.encodingAesKey === undefined ? 'plain' : 'safe');
}

/** The name by which an account calls itself in callbacks. */
function originalIdOf(appId: string): string {
  return `gh_${appId.replace(/\W/g, '').slice(-12).padStart(12, '0')}`;
}
