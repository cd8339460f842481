import type { CallSealer } from '../api-signature/index.js';
import type { Clock } from '../clock/clock.js';
import { type AnyWechatError, isWechatError } from '../errors/errors.js';
import type { LimitDesk } from '../rate-limit/fleet/limit-desk.js';
import type { Admission, RateLimiter } from '../rate-limit/rate-limiter.js';
import type { CircuitPass, CircuitSign } from '../retry/circuit-breaker.js';
import type { CircuitBreakers } from '../retry/circuit-breakers.js';
import type { RetryBudget } from '../retry/retry-budget.js';
import type { RetryPolicy } from '../retry/retry-policy.js';
import type { AttemptFate } from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { SharedCredential } from '../token/shared-credential.js';
import type { Transport, TransportAnswer, TransportRequest } from '../transport/transport.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { Verdict } from '../verdict/verdict.js';
import type { Call } from './call.js';
import { endedError, heldBackError, type Judged } from './call-error.js';
import { tellAttempt } from './call-events.js';
import { circuitSignOf } from './circuit-sign.js';
import { CircuitWait } from './circuit-wait.js';
import { judgeAnswer } from './judge-answer.js';
import type { LimitClosure } from './limit-closure.js';
import type { LimitReporter } from './limit-reporter.js';
import { closesBarrier } from './react.js';
import { attemptTimeoutMs, type EarlierRequest, RepeatGuard } from './repeat-guard.js';

/** What a message's claim wants to know of its call. Calls that are no messages have none. */
export interface CallHold {
  /** Before a wait, with what became of the attempt before it; `undefined`: there is nothing to say. */
  beforeWait(waitMs: number, fate: AttemptFate): Promise<void> | undefined;
  /** Right before a request leaves; `undefined`: there is nothing to say. Rejects where the claim was lost, so that nothing leaves. */
  beforeAttempt(): Promise<void> | undefined;
}

/** Hears of this process' calls what all processes of the account are told together. */
export type AttemptDesk = Pick<LimitDesk, 'beforeCall' | 'counted' | 'headersSeen'>;

export interface AttemptParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly transport: Transport;
  readonly sealer?: CallSealer | undefined;
  readonly verdicts: VerdictTable;
  readonly limiter: RateLimiter;
  readonly limitReporter: LimitReporter;
  readonly accessToken: SharedCredential;
  readonly retry: RetryPolicy;
  readonly budget: RetryBudget;
  readonly circuits?: CircuitBreakers | undefined;
  readonly desk?: AttemptDesk | undefined;
  /** Time for one attempt where the endpoint names none. */
  readonly timeoutMs: number;
}

/** A request that was made, and what came of it. */
export interface Attempt {
  readonly type: 'judged';
  readonly judged: Judged;
  readonly answer: TransportAnswer;
  /** The body of the answer, before its schema has checked it. */
  readonly value: unknown;
  /** The access token that it carried; `undefined` where the endpoint takes none. */
  readonly token: string | undefined;
  /** What followed for the limit that the answer told of; `undefined` where it told of none. */
  readonly closure: LimitClosure | undefined;
  /** Connections that were tried in vain before the last one. */
  readonly connectRetries: number;
}

export type AttemptOutcome =
  | Attempt
  /** No request left: there was no room, no token, no time, or no way to announce it. */
  | { readonly type: 'held-back'; readonly error: AnyWechatError }
  /** No request left: by now the platform has forgotten the one before, which it may have carried out. */
  | { readonly type: 'too-late' };

/** Makes the attempts of one call, one after the other, and remembers what became of them. */
export class CallAttempts {
  readonly #parts: AttemptParts;
  readonly #call: Call;
  readonly #hold: CallHold | undefined;
  readonly guard: RepeatGuard;
  #count = 0;
  #fate: AttemptFate = 'not-left';
  #circuitPass: CircuitPass | undefined;
  #circuitSign: CircuitSign = 'unclear';

  constructor(parts: AttemptParts, call: Call, hold?: CallHold, earlier?: EarlierRequest) {
    this.#parts = parts;
    this.#call = call;
    this.#hold = hold;
    this.guard = new RepeatGuard(call, parts.timeoutMs, parts.clock, earlier);
  }

  /** Requests made so far. */
  get count(): number {
    return this.#count;
  }

  /** Of the latest attempt. */
  get fate(): AttemptFate {
    return this.#fate;
  }

  /**
   * circuit, token, admit, send, judge. Nobody takes room while there is no token: its own fetch may need that room, and all who
   * waited with room in hand would leave at once. A call that waited in line for long takes the token that is fresh then.
   * Each attempt is admitted anew, since each one counts. Throws what the hold throws.
   */
  async next(): Promise<AttemptOutcome> {
    let admission: Admission | undefined;
    try {
      do {
        admission?.release();
        const preparing = this.#prepare();
        if (preparing !== undefined) await preparing;
        admission = await this.#admit();
        // The circuit may open while the call waits for room.
      } while (!this.#passesCircuit());
      const found = this.#token();
      const token = typeof found === 'object' ? await found : found;
      this.#fate = 'not-left';
      const announced = this.#hold?.beforeAttempt();
      if (announced !== undefined) await announced;
      return this.#reasonToStay() ?? (await this.#send(token));
    } catch (error) {
      if (!isWechatError(error)) throw error;
      return { type: 'held-back', error: heldBackError(this.#call, this.#count, error) };
    } finally {
      admission?.release();
    }
  }

  beforeWait(waitMs: number): Promise<void> | undefined {
    return this.#hold?.beforeWait(waitMs, this.#fate);
  }

  /** Tells the circuit what the call has shown. Must be called when it is over, whatever became of it. */
  ended(): void {
    if (this.#circuitPass === undefined) return;
    this.#tellCircuit(this.#signOfWholeCall());
  }

  #signOfWholeCall(): CircuitSign {
    if (this.#circuitSign !== 'down') return this.#circuitSign;
    if (this.#call.deadline.reason() === 'aborted') return 'unclear';
    return this.#fate === 'open' && !this.guard.isRepeatable() ? 'in-doubt' : 'down';
  }

  /** What a request needs beside room; `undefined`: all of it is there, as for nearly every call. */
  #prepare(): Promise<void> | undefined {
    if (!this.#passesCircuit()) return this.#prepareBehindCircuit();
    const token = this.#token();
    return typeof token === 'object' ? this.#prepareWithToken(token) : this.#askDesk();
  }

  async #prepareBehindCircuit(): Promise<void> {
    await this.#untilCircuitLetsThrough();
    await this.#token();
    await this.#askDesk();
  }

  async #prepareWithToken(token: Promise<string>): Promise<void> {
    await token;
    await this.#askDesk();
  }

  #askDesk(): Promise<void> | undefined {
    return this.#parts.desk?.beforeCall(this.#call.endpoint);
  }

  /** Only the first request asks: it is the repetitions of calls under way that tell how things are. */
  #passesCircuit(): boolean {
    const { circuits } = this.#parts;
    if (circuits === undefined || this.#count > 0 || this.#circuitPass?.type === 'probe') return true;
    this.#circuitPass = circuits.enter(this.#call.endpoint.name);
    return this.#circuitPass !== undefined;
  }

  async #untilCircuitLetsThrough(): Promise<void> {
    const { circuits, clock } = this.#parts;
    const wait = new CircuitWait(this.#call, clock, (waitMs) => this.beforeWait(waitMs));
    do {
      const hold = circuits?.holdOf(this.#call.endpoint.name);
      if (hold !== undefined) await wait.untilWorthAsking(hold);
    } while (!this.#passesCircuit());
  }

  #tellCircuit(sign: CircuitSign): void {
    if (this.#circuitPass === undefined) return;
    this.#parts.circuits?.tell(this.#call.endpoint.name, this.#circuitPass, sign);
    this.#circuitPass = undefined;
  }

  /** A probe that stands in line would keep everybody else waiting for it. */
  #beforeWaitInLine(waitMs: number): Promise<void> | undefined {
    if (this.#count === 0) this.#tellCircuit('unclear');
    return this.beforeWait(waitMs);
  }

  /** What may have come to pass while the call waited for room, for a token and for its announcement. */
  #reasonToStay(): AttemptOutcome | undefined {
    if (!this.guard.mayLeave()) return { type: 'too-late' };
    if (this.#call.deadline.reason() === undefined) return undefined;
    return { type: 'held-back', error: endedError(this.#call, this.#count) };
  }

  #admit(): Promise<Admission> {
    const { endpoint, recipient, recipients, deadline, callId, requestId, group, tenant } = this.#call;
    return this.#parts.limiter.admit({
      endpoint: endpoint.name,
      kind: endpoint.kind,
      recipient,
      recipients,
      weight: endpoint.weight,
      deadline,
      onLimit: this.#call.onLimit === 'wait' ? 'wait' : 'reject',
      // A message that may have left waits on: to end it here would leave it unknown.
      maxWaitMs: this.guard.isOpen() ? undefined : this.#call.maxWaitMs,
      callId,
      requestId,
      group,
      tenant,
      isRepetition: this.#count > 0,
      beforeWait: (waitMs) => this.#beforeWaitInLine(waitMs),
    });
  }

  #token(): string | undefined | Promise<string> {
    if (this.#call.endpoint.auth === 'none') return undefined;
    return this.#parts.accessToken.get(this.#call.deadline);
  }

  async #send(token: string | undefined): Promise<Attempt> {
    const { verdicts, budget, clock } = this.#parts;
    const leftAt = clock.monotonic();
    if (this.#count === 0) budget.requested();
    this.#count += 1;
    const request = this.#requestWith(token);
    const answer = await this.#carry(request);
    const { judged, value } = judgeAnswer(verdicts, { call: this.#call, token }, answer, clock.now());
    this.#note(judged, answer, request.timeoutMs, leftAt);
    // Told before the admission is released, so that nobody slips through meanwhile.
    const reported = this.#reportLimit(judged);
    const closure = reported === undefined ? undefined : await reported;
    return { type: 'judged', judged, answer, value, token, closure, connectRetries: answer.connectRetries };
  }

  #carry(request: TransportRequest): Promise<TransportAnswer> {
    const { transport, sealer } = this.#parts;
    const isSealed = sealer?.covers(this.#call.endpoint) ?? false;
    return isSealed && sealer !== undefined
      ? carrySealed(transport, sealer, request)
      : transport.send(request);
  }

  /** Answers `undefined` where the answer tells of no limit. */
  #reportLimit(judged: Judged): Promise<LimitClosure | undefined> | undefined {
    const { limitReporter } = this.#parts;
    if (closesBarrier(judged.verdict)) return limitReporter.report(this.#call, judged);
    if (judged.verdict.kind !== 'rate-concurrency') return undefined;
    return limitReporter.tellOfConcurrency(this.#call, judged).then(() => undefined);
  }

  #requestWith(token: string | undefined): TransportRequest {
    const { endpoint, query, body, deadline } = this.#call;
    const { retry, timeoutMs } = this.#parts;
    return {
      method: endpoint.method,
      path: endpoint.path,
      query: token === undefined ? query : { ...query, access_token: token },
      body,
      timeoutMs: Math.min(attemptTimeoutMs(endpoint, timeoutMs), deadline.remainingMs()),
      signal: deadline.callerSignal,
      connectRetries: retry.networkRetries,
    };
  }

  #note(judged: Judged, answer: TransportAnswer, timeoutMs: number, leftAt: number): void {
    this.#fate = fateOf(judged);
    if (this.#fate === 'open') this.guard.leftOpen(leftAt);
    this.#trace(judged.verdict);
    const sign = circuitSignOf(judged);
    // A caller without the time for a whole attempt learns nothing about the other side by running out of it.
    const isCutShort =
      isTimeout(judged) && timeoutMs < attemptTimeoutMs(this.#call.endpoint, this.#parts.timeoutMs);
    if (sign !== 'down' || !isCutShort) this.#circuitSign = sign;
    const durationMs = this.#parts.clock.monotonic() - leftAt;
    this.#tellOthers(judged.verdict, answer, sign === 'down', durationMs);
    tellAttempt(this.#parts, this.#call, this.#count, judged, durationMs);
  }

  #tellOthers({ scope, kind }: Verdict, answer: TransportAnswer, failed: boolean, durationMs: number): void {
    const { desk, limiter } = this.#parts;
    const { group } = this.#call;
    const endpoint = this.#call.endpoint.name;
    desk?.counted({ endpoint, limited: scope !== undefined, failed, durationMs });
    if (answer.type === 'response') desk?.headersSeen(endpoint, answer.headers);
    // What one person has got too much of says nothing about how much goes on at the same time.
    if (scope !== undefined && scope !== 'recipient') {
      limiter.tooMany(endpoint, group, kind === 'rate-concurrency');
    }
  }

  #trace({ kind, errcode }: Verdict): void {
    const { trace } = this.#call;
    trace.attempts = this.#count;
    trace.kind = kind;
    trace.errcode = errcode;
  }
}

async function carrySealed(
  transport: Transport,
  sealer: CallSealer,
  request: TransportRequest,
): Promise<TransportAnswer> {
  return sealer.open(request, await transport.send(sealer.seal(request)));
}

function fateOf({ verdict, result }: Judged): AttemptFate {
  if (verdict.outcome !== 'not-done') return 'open';
  return result.type === 'failure' ? 'not-left' : 'not-done';
}

function isTimeout({ result }: Judged): boolean {
  return result.type === 'failure' && result.failure.reason === 'timeout';
}
