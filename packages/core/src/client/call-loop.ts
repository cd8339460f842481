import type { Clock } from '../clock/clock.js';
import { type AnyWechatError, isWechatError, ResponseError } from '../errors/errors.js';
import type { Admission, RateLimiter } from '../rate-limit/rate-limiter.js';
import type { RetryBudget } from '../retry/retry-budget.js';
import type { RetryPolicy } from '../retry/retry-policy.js';
import type { AttemptFate } from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { SharedCredential } from '../token/shared-credential.js';
import type { Transport } from '../transport/transport.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { Verdict } from '../verdict/verdict.js';
import type { Call, CallEnd } from './call.js';
import { contextOf, endedError, errorOf, type Judged, unknownError } from './call-error.js';
import { judgeAnswer } from './judge-answer.js';
import type { LimitReporter } from './limit-reporter.js';
import { closesBarrier, type Reaction, react } from './react.js';
import { reopensAt } from './reopening.js';
import { repeatWindowMs } from './repeat-window.js';

/** What a message's claim wants to know of its call. Calls that are no messages have none. */
export interface CallHold {
  /** Before a wait, with what became of the attempt before it. */
  beforeWait(waitMs: number, fate: AttemptFate): Promise<void>;
  /** Right before a request leaves. Throws where the claim was lost, so that nothing leaves. */
  beforeAttempt(): Promise<void>;
}

export interface CallLoopParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly transport: Transport;
  readonly verdicts: VerdictTable;
  readonly limiter: RateLimiter;
  readonly limitReporter: LimitReporter;
  readonly accessToken: SharedCredential;
  readonly retry: RetryPolicy;
  readonly budget: RetryBudget;
  /** Time for one attempt where the endpoint names none. */
  readonly timeoutMs: number;
}

/** Carries one call through its attempts to an end. */
export class CallLoop {
  readonly #parts: CallLoopParts;

  constructor(parts: CallLoopParts) {
    this.#parts = parts;
  }

  /** Never throws what happened to the call: that is part of the answer. Throws what `hold` throws. */
  run(call: Call, hold?: CallHold, openSince?: number): Promise<CallEnd> {
    return new CallRun(this.#parts, call, hold, openSince).run();
  }
}

/** The state of one call while it runs. */
class CallRun {
  readonly #parts: CallLoopParts;
  readonly #call: Call;
  readonly #hold: CallHold | undefined;
  #attempts = 0;
  /** Of the latest attempt. */
  #fate: AttemptFate = 'not-left';
  #retries = 0;
  #tokenReplayed = false;
  /** Monotonic moment of the first request that may have been carried out. */
  #openSince: number | undefined;
  /** The limit that the platform named last: says more than our own refusal that follows from it. */
  #lastLimit: { readonly judged: Judged; readonly closedForMs: number } | undefined;

  constructor(parts: CallLoopParts, call: Call, hold: CallHold | undefined, openSince: number | undefined) {
    this.#parts = parts;
    this.#call = call;
    this.#hold = hold;
    this.#openSince = openSince;
  }

  /**
   * admit, token, attempt, judge, react, and again. Admission comes before the token, so that a call that waits in line
   * for long leaves with a token that is fresh then; and it comes anew before each attempt, since each one counts.
   */
  async run(): Promise<CallEnd> {
    for (;;) {
      const attempt = await this.#attempt();
      if (attempt.type !== 'judged') return attempt;
      const end = await this.#follow(this.#react(attempt.judged), attempt);
      if (end !== undefined) return end;
    }
  }

  /** Does what the reaction asks for. Answers `undefined` where the call goes on with another attempt. */
  #follow(reaction: Reaction, attempt: Attempt): CallEnd | Promise<CallEnd | undefined> {
    switch (reaction.type) {
      case 'done':
        return this.#done(attempt.value);
      case 'replay-with-new-token':
        return this.#renewToken(attempt);
      case 'retry':
        return this.#waitToRetry(attempt.judged, reaction.wait);
      case 'leave-unknown':
        return this.#unknown(this.#errorOf(attempt.judged));
      case 'give-up':
        return this.#notDone(this.#errorOf(attempt.judged), reaction.why === 'refused');
    }
  }

  async #attempt(): Promise<Attempt | CallEnd> {
    let admission: Admission | undefined;
    try {
      admission = await this.#admit();
      const token = await this.#token();
      this.#fate = 'not-left';
      await this.#hold?.beforeAttempt();
      const attempt = await this.#send(token);
      if (closesBarrier(attempt.judged.verdict)) await this.#reportLimit(attempt.judged);
      return attempt;
    } catch (error) {
      if (!isWechatError(error)) throw error;
      return this.#notDone(this.#withPlatformsLimit(error), false);
    } finally {
      admission?.release();
    }
  }

  #admit(): Promise<Admission> {
    const { endpoint, recipient, deadline, onLimit, callId, requestId } = this.#call;
    return this.#parts.limiter.admit({
      endpoint: endpoint.name,
      kind: endpoint.kind,
      recipient,
      weight: endpoint.weight,
      deadline,
      onLimit,
      callId,
      requestId,
      beforeWait: (waitMs) => this.#beforeWait(waitMs),
    });
  }

  #token(): string | undefined | Promise<string> {
    if (this.#call.endpoint.auth === 'none') return undefined;
    return this.#parts.accessToken.get(this.#call.deadline);
  }

  async #send(token: string | undefined): Promise<Attempt> {
    const { endpoint, query, body, deadline } = this.#call;
    const { transport, verdicts, budget, clock, retry, timeoutMs } = this.#parts;
    const startedAt = clock.monotonic();
    if (this.#attempts === 0) budget.requested();
    this.#attempts += 1;
    const answer = await transport.send({
      method: endpoint.method,
      path: endpoint.path,
      query: token === undefined ? query : { ...query, access_token: token },
      body,
      timeoutMs: Math.min(endpoint.timeoutMs ?? timeoutMs, deadline.remainingMs()),
      signal: deadline.callerSignal,
      connectRetries: retry.networkRetries,
    });
    const { judged, value } = judgeAnswer(verdicts, endpoint, answer, clock.now());
    this.#fate = fateOf(judged);
    if (this.#fate === 'open') this.#openSince ??= startedAt;
    this.#trace(judged.verdict);
    this.#tellAttempt(judged, clock.monotonic() - startedAt);
    return { type: 'judged', judged, value, token };
  }

  #react(judged: Judged): Reaction {
    const history = {
      retries: this.#retries,
      tokenReplayed: this.#tokenReplayed,
      ended: this.#call.deadline.reason() !== undefined,
      repeatable: this.#isRepeatable(),
      settling: this.#isOpen(),
    };
    return react(judged.verdict, history, this.#parts.retry);
  }

  /** A message may be repeated only while the platform still remembers the first one, with room for the way there. */
  #isRepeatable(): boolean {
    const { endpoint } = this.#call;
    if (endpoint.idempotent) return true;
    const windowMs = endpoint.message?.deduplication?.windowMs;
    if (windowMs === undefined) return false;
    const ageMs = this.#openSince === undefined ? 0 : this.#parts.clock.monotonic() - this.#openSince;
    return ageMs < repeatWindowMs(windowMs, this.#parts.timeoutMs);
  }

  /** Whether an earlier request may have been carried out, and it matters. */
  #isOpen(): boolean {
    return this.#openSince !== undefined && !this.#call.endpoint.idempotent;
  }

  #done(value: unknown): CallEnd {
    const { endpoint } = this.#call;
    const parsed = endpoint.response.safeParse(value);
    if (parsed.success) return { type: 'done', value: parsed.data, attempts: this.#attempts };
    const where = parsed.error.issues.map((issue) => issue.path.join('.') || '(root)').join(', ');
    const error = new ResponseError(`${endpoint.name}: the answer lacks or changes ${where}`, {
      ...contextOf(this.#call, this.#attempts),
      hint: 'Compare the answer with the official page; the platform may have changed it.',
    });
    return endpoint.kind === 'message' ? this.#unknown(error) : this.#notDone(error, true);
  }

  async #renewToken({ judged, token }: Attempt): Promise<CallEnd | undefined> {
    this.#tokenReplayed = true;
    try {
      await this.#parts.accessToken.rejected(token ?? '', judged.verdict.errcode ?? 0, this.#call.deadline);
      this.#tellRetry(judged, 0);
      return undefined;
    } catch (error) {
      if (!isWechatError(error)) throw error;
      return this.#notDone(error, false);
    }
  }

  async #waitToRetry(judged: Judged, wait: 'admission' | 'backoff'): Promise<CallEnd | undefined> {
    const refused = await this.#takeFromBudget(judged);
    if (refused !== undefined) return refused;
    const waitMs = wait === 'admission' ? this.#untilAllowed(judged) : this.#backoffMs(judged);
    if (waitMs >= this.#call.deadline.remainingMs()) return this.#notDone(this.#errorOf(judged), false);
    this.#retries += 1;
    this.#tellRetry(judged, waitMs);
    return wait === 'admission' ? undefined : this.#backOff(waitMs);
  }

  /**
   * Answers how the call ends where the budget allows no repetition. A message that may have gone out waits for its turn
   * instead: leaving it unknown would cost more than a late repetition.
   */
  async #takeFromBudget(judged: Judged): Promise<CallEnd | undefined> {
    const { budget } = this.#parts;
    while (!budget.take()) {
      const waitMs = budget.waitMs();
      if (!this.#isOpen() || waitMs >= this.#call.deadline.remainingMs()) {
        return this.#notDone(this.#errorOf(judged), false);
      }
      const end = await this.#backOff(waitMs);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #backOff(waitMs: number): Promise<CallEnd | undefined> {
    try {
      await this.#beforeWait(waitMs);
    } catch (error) {
      if (!isWechatError(error)) throw error;
      return this.#notDone(error, false);
    }
    const slept = await this.#parts.clock.sleep(waitMs, this.#call.deadline.signal).then(
      () => true,
      () => false,
    );
    return slept ? undefined : this.#notDone(endedError(this.#call, this.#attempts), false);
  }

  #backoffMs(judged: Judged): number {
    const jitterMs = this.#parts.retry.delayMs(this.#retries + 1);
    const { retry } = judged.verdict;
    return retry === 'backoff' || retry === 'now' ? jitterMs : this.#untilAllowed(judged) + jitterMs;
  }

  #untilAllowed(judged: Judged): number {
    if (this.#lastLimit?.judged === judged) return this.#lastLimit.closedForMs;
    const { verdict } = judged;
    const nowMs = this.#parts.clock.now();
    return Math.max(0, reopensAt(verdict.retry, nowMs) - nowMs);
  }

  async #beforeWait(waitMs: number): Promise<void> {
    await this.#hold?.beforeWait(waitMs, this.#fate);
  }

  async #reportLimit(judged: Judged): Promise<void> {
    const closedForMs = await this.#parts.limitReporter.report(this.#call, judged);
    this.#lastLimit = { judged, closedForMs };
  }

  #withPlatformsLimit(error: AnyWechatError): AnyWechatError {
    if (error.code !== 'RATE_LIMITED' || this.#lastLimit === undefined) return error;
    return errorOf(this.#call, this.#lastLimit.judged, this.#attempts, error.retryAfterMs);
  }

  #errorOf(judged: Judged): AnyWechatError {
    return errorOf(this.#call, judged, this.#attempts, this.#untilAllowed(judged));
  }

  #notDone(error: AnyWechatError, permanent: boolean): CallEnd {
    if (this.#isOpen()) return this.#unknown(error);
    const fate = this.#fate === 'open' ? 'not-done' : this.#fate;
    return { type: 'not-done', error, permanent, attempts: this.#attempts, fate };
  }

  #unknown(cause: AnyWechatError): CallEnd {
    return {
      type: 'unknown',
      error: unknownError(this.#call, cause, this.#attempts),
      attempts: this.#attempts,
    };
  }

  #trace({ kind, errcode }: Verdict): void {
    const { trace } = this.#call;
    trace.attempts = this.#attempts;
    trace.kind = kind;
    trace.errcode = errcode;
  }

  #tellAttempt({ verdict, result }: Judged, durationMs: number): void {
    const { telemetry } = this.#parts;
    if (!telemetry.hears('attempt.ended')) return;
    telemetry.emit({
      type: 'attempt.ended',
      ...this.#fields(verdict),
      status: result.type === 'failure' ? undefined : result.status,
      durationMs,
    });
  }

  #tellRetry({ verdict }: Judged, waitMs: number): void {
    const { telemetry } = this.#parts;
    if (telemetry.hears('retry.scheduled'))
      telemetry.emit({ type: 'retry.scheduled', ...this.#fields(verdict), waitMs });
  }

  #fields(verdict: Verdict) {
    const { callId, endpoint, requestId } = this.#call;
    return {
      callId,
      account: this.#parts.account,
      endpoint: endpoint.name,
      requestId,
      attempt: this.#attempts,
      path: endpoint.path,
      errcode: verdict.errcode,
      kind: verdict.kind,
      outcome: verdict.outcome,
    };
  }
}

interface Attempt {
  readonly type: 'judged';
  readonly judged: Judged;
  readonly value: unknown;
  readonly token: string | undefined;
}

function fateOf({ verdict, result }: Judged): AttemptFate {
  if (verdict.outcome !== 'not-done') return 'open';
  return result.type === 'failure' ? 'not-left' : 'not-done';
}
