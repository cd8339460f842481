import { quickSchema } from '../endpoint/quick-schema.js';
import { type AnyWechatError, isWechatError, ResponseError } from '../errors/errors.js';
import type { RetryExhausted } from '../telemetry/events.js';
import type { Call, CallEnd } from './call.js';
import {
  type Attempt,
  type AttemptOutcome,
  type AttemptParts,
  CallAttempts,
  type CallHold,
} from './call-attempts.js';
import {
  contextOf,
  endedError,
  errorOf,
  heldBackError,
  heldBackRepetition,
  unknownError,
} from './call-error.js';
import { tellExhausted, tellRetry } from './call-events.js';
import { type Reaction, react, refusesAnyCopy } from './react.js';
import { reopensAt } from './reopening.js';
import type { EarlierRequest } from './repeat-guard.js';

/** Carries one call through its attempts to an end. */
export class CallLoop {
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** Never throws what happened to the call: that is part of the answer. Throws what `hold` throws. */
  run(call: Call, hold?: CallHold, earlier?: EarlierRequest): Promise<CallEnd> {
    return new CallRun(this.#parts, call, new CallAttempts(this.#parts, call, hold, earlier)).run();
  }
}

/** Decides, after each attempt of one call, what follows from it. */
class CallRun {
  readonly #parts: AttemptParts;
  readonly #call: Call;
  readonly #attempts: CallAttempts;
  #retries = 0;
  #tokenReplayed = false;
  #latest: Attempt | undefined;
  /** The attempt that met a limit last: what the platform named says more than our own refusal that follows from it. */
  #limited: Attempt | undefined;

  constructor(parts: AttemptParts, call: Call, attempts: CallAttempts) {
    this.#parts = parts;
    this.#call = call;
    this.#attempts = attempts;
  }

  /** attempt, react, and again. */
  async run(): Promise<CallEnd> {
    try {
      for (;;) {
        const end = await this.#afterAttempt(await this.#attempts.next());
        if (end !== undefined) return end;
      }
    } finally {
      this.#attempts.ended();
    }
  }

  /** Answers `undefined` where the call goes on with another attempt, as everything below does. */
  #afterAttempt(outcome: AttemptOutcome): CallEnd | Promise<CallEnd | undefined> {
    switch (outcome.type) {
      case 'held-back':
        if (this.#latest !== undefined && this.#lacksTime(outcome.error)) {
          return this.#exhausted('deadline', this.#latest, this.#withWhatCameBefore(outcome.error));
        }
        return this.#notDone(this.#withWhatCameBefore(outcome.error), false);
      case 'too-late':
        return this.#unknown(this.#limited && this.#errorOf(this.#limited));
      case 'judged':
        this.#latest = outcome;
        if (outcome.closure !== undefined) this.#limited = outcome;
        return this.#follow(this.#react(outcome), outcome);
    }
  }

  #react({ judged, token, connectRetries }: Attempt): Reaction {
    const { guard } = this.#attempts;
    const history = {
      retries: this.#retries,
      // Where the call carried no token of ours, another one would not help.
      tokenReplayed: this.#tokenReplayed || token === undefined,
      ended: this.#call.deadline.reason() !== undefined,
      repeatable: guard.isRepeatable(),
      settling: guard.isOpen(),
      connectRetries,
      oneTime: this.#call.endpoint.oneTimeFields.length > 0,
    };
    return react(judged.verdict, history, this.#parts.retry.limitsOf(this.#call.group));
  }

  /** Does what the reaction asks for. */
  #follow(reaction: Reaction, attempt: Attempt): CallEnd | Promise<CallEnd | undefined> {
    switch (reaction.type) {
      case 'done':
        return this.#done(attempt);
      case 'replay-with-new-token':
        return this.#renewToken(attempt);
      case 'retry':
        return this.#waitToRetry(attempt, reaction.wait);
      case 'leave-unknown':
        return this.#unknown(this.#errorOf(attempt));
      case 'give-up':
        return this.#giveUp(reaction.why, attempt);
    }
  }

  #giveUp(why: 'refused' | 'exhausted' | 'ended', attempt: Attempt): CallEnd {
    if (why === 'refused') return this.#refused(attempt);
    if (why === 'exhausted') return this.#exhausted('retries', attempt);
    if (this.#call.deadline.reason() === 'deadline') return this.#exhausted('deadline', attempt);
    return this.#notDone(this.#errorOf(attempt), false);
  }

  /** Another attempt might have helped, and there will be none. */
  #exhausted(
    reason: RetryExhausted['reason'],
    attempt: Attempt,
    error: AnyWechatError = this.#errorOf(attempt),
  ): CallEnd {
    this.#call.trace.exhausted = reason;
    tellExhausted(this.#parts, this.#call, this.#attempts.count, attempt.judged, reason);
    return this.#notDone(error, false);
  }

  /** Whether it is for want of time that no further request left. A call that does not wait has all the time there is. */
  #lacksTime({ code }: AnyWechatError): boolean {
    const { deadline, onLimit, maxWaitMs } = this.#call;
    if (deadline.reason() === 'aborted') return false;
    return code === 'DEADLINE' || (code === 'RATE_LIMITED' && onLimit === 'wait' && maxWaitMs === undefined);
  }

  #refused(attempt: Attempt): CallEnd {
    const error = this.#errorOf(attempt);
    // Of a message that it has forgotten, the platform refuses the second one only.
    const speaksForAll = this.#attempts.guard.isRepeatable() && refusesAnyCopy(attempt.judged.verdict);
    if (!speaksForAll) return this.#notDone(error, true);
    return { type: 'not-done', error, permanent: true, attempts: this.#attempts.count, fate: 'not-done' };
  }

  #done({ value, answer }: Attempt): CallEnd {
    const { endpoint } = this.#call;
    const attempts = this.#attempts.count;
    const parsed = quickSchema(endpoint.response).safeParse(value);
    if (parsed.success) return { type: 'done', value: parsed.data, answer, attempts };
    const where = parsed.error.issues.map((issue) => issue.path.join('.') || '(root)').join(', ');
    const error = new ResponseError(`${endpoint.name}: the answer lacks or changes ${where}`, {
      ...contextOf(this.#call, attempts),
      hint: 'Compare the answer with the official page; the platform may have changed it.',
    });
    return endpoint.kind === 'message' ? this.#unknown(error) : this.#notDone(error, true);
  }

  async #renewToken(attempt: Attempt): Promise<CallEnd | undefined> {
    const { accessToken } = this.#parts;
    const { errcode = 0 } = attempt.judged.verdict;
    this.#tokenReplayed = true;
    return this.#unlessFailed(async () => {
      await accessToken.rejected(attempt.token ?? '', errcode, this.#call.deadline);
      this.#tellRetry(attempt, 0);
    });
  }

  async #waitToRetry(attempt: Attempt, wait: 'admission' | 'backoff'): Promise<CallEnd | undefined> {
    const waitMs = wait === 'admission' ? this.#untilAllowed(attempt) : this.#backoffMs(attempt);
    if (waitMs >= this.#call.deadline.remainingMs()) return this.#exhausted('deadline', attempt);
    if (this.#isTooLong(waitMs, attempt)) return this.#notDone(this.#errorOf(attempt), false);
    const refused = isPacedByLimiter(attempt, wait) ? undefined : await this.#takeFromBudget(attempt);
    if (refused !== undefined) return refused;
    this.#retries += 1;
    this.#tellRetry(attempt, waitMs);
    return wait === 'admission' ? undefined : this.#sleep(waitMs, attempt);
  }

  /** Whether the call would rather hear of the limit than wait for it. Pauses after other failures are none of a limit. */
  #isTooLong(waitMs: number, { judged }: Attempt): boolean {
    const { maxWaitMs } = this.#call;
    if (maxWaitMs === undefined || this.#attempts.guard.isOpen()) return false;
    return judged.verdict.scope !== undefined && waitMs >= maxWaitMs;
  }

  /**
   * Answers how the call ends where the budget allows no repetition. A message waits for its turn instead: late is better
   * than not at all, and than left unknown.
   */
  async #takeFromBudget(attempt: Attempt): Promise<CallEnd | undefined> {
    const { budget } = this.#parts;
    while (!budget.take()) {
      const waitMs = budget.waitMs();
      const isPatient = this.#call.endpoint.kind === 'message';
      if (!isPatient || waitMs >= this.#call.deadline.remainingMs()) {
        return this.#exhausted('budget', attempt);
      }
      const end = await this.#sleep(waitMs, attempt);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #sleep(waitMs: number, attempt: Attempt): Promise<CallEnd | undefined> {
    const failed = await this.#unlessFailed(() => this.#attempts.beforeWait(waitMs));
    if (failed !== undefined) return failed;
    const slept = await this.#parts.clock.sleep(waitMs, this.#call.deadline.signal).then(
      () => true,
      () => false,
    );
    return slept ? undefined : this.#giveUpAsleep(attempt);
  }

  #giveUpAsleep(attempt: Attempt): CallEnd {
    const error = endedError(this.#call, this.#attempts.count);
    return error.reason === 'deadline'
      ? this.#exhausted('deadline', attempt, error)
      : this.#notDone(error, false);
  }

  async #unlessFailed(step: () => Promise<void> | undefined): Promise<CallEnd | undefined> {
    try {
      await step();
      return undefined;
    } catch (error) {
      if (!isWechatError(error)) throw error;
      return this.#notDone(heldBackError(this.#call, this.#attempts.count, error), false);
    }
  }

  #backoffMs(attempt: Attempt): number {
    const jitterMs = this.#parts.retry.delayMs(this.#retries + 1);
    const { retry } = attempt.judged.verdict;
    return retry === 'backoff' || retry === 'now' ? jitterMs : this.#untilAllowed(attempt) + jitterMs;
  }

  #untilAllowed({ judged, closure }: Attempt): number {
    if (closure !== undefined) return closure.closedForMs;
    const nowMs = this.#parts.clock.now();
    return Math.max(0, reopensAt(judged.verdict.retry, nowMs) - nowMs);
  }

  /** Our own limit may hold back a repetition; what made it necessary says more. */
  #withWhatCameBefore(error: AnyWechatError): AnyWechatError {
    const { count } = this.#attempts;
    if (error.code !== 'RATE_LIMITED') return error;
    if (this.#limited !== undefined) return errorOf(this.#call, this.#limited, count, error.retryAfterMs);
    if (this.#latest === undefined) return error;
    return heldBackRepetition(this.#call, count, error, this.#errorOf(this.#latest));
  }

  #errorOf(attempt: Attempt): AnyWechatError {
    return errorOf(this.#call, attempt, this.#attempts.count, this.#untilAllowed(attempt));
  }

  #notDone(error: AnyWechatError, permanent: boolean): CallEnd {
    const { guard, count: attempts, fate } = this.#attempts;
    if (guard.isOpen()) return this.#unknown(error);
    return { type: 'not-done', error, permanent, attempts, fate: fate === 'open' ? 'not-done' : fate };
  }

  #unknown(cause: AnyWechatError | undefined): CallEnd {
    const attempts = this.#attempts.count;
    const repeatableForMs = this.#attempts.guard.repeatableForMs();
    return { type: 'unknown', error: unknownError(this.#call, cause, attempts, repeatableForMs), attempts };
  }

  #tellRetry({ judged }: Attempt, waitMs: number): void {
    tellRetry(this.#parts, this.#call, this.#attempts.count, judged, waitMs);
  }
}

/** A barrier lets its crowd out one by one, and a window that was too wide has become narrower: that needs no budget. */
function isPacedByLimiter({ judged }: Attempt, wait: 'admission' | 'backoff'): boolean {
  return wait === 'admission' || judged.verdict.kind === 'rate-concurrency';
}
