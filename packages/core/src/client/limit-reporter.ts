import type { Clock } from '../clock/clock.js';
import { isWechatError } from '../errors/errors.js';
import type { LimitDesk, SeenThrough } from '../rate-limit/fleet/limit-desk.js';
import type { LimitPolicy } from '../rate-limit/limit-policy.js';
import type { Closure, ClosureAnswer } from '../rate-limit/limit-store.js';
import { restOfDayMs } from '../retry/quota-day.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { AnswerScope } from '../verdict/verdict.js';
import type { Call } from './call.js';
import type { Judged } from './call-error.js';
import { closureFor, growingAnswer, shortWindowMs, whileAsked, widened } from './closure-for.js';
import type { LimitClosure } from './limit-closure.js';

/** What the reporter has the limiter do. */
export interface ClosingLimiter {
  /** Closes the barrier of the scope for every process. */
  limitHit(report: {
    readonly scope: AnswerScope;
    readonly endpoint: string;
    readonly recipient?: string | undefined;
    readonly closure: Closure;
  }): Promise<ClosureAnswer>;
}

export interface LimitReporterParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly limiter: ClosingLimiter;
  readonly desk: LimitDesk;
  /** Asked at each use: a policy may be reloaded. */
  readonly policy: () => Pick<LimitPolicy, 'keepsPace'>;
}

/** Turns a limit answer into a closed barrier for every process, and says whose limit it seems to be. */
export class LimitReporter {
  readonly #parts: LimitReporterParts;

  constructor(parts: LimitReporterParts) {
    this.#parts = parts;
  }

  /**
   * Answers for how long the scope stays closed. Never throws: an answer that could not be shared is still judged and
   * waited for by its own call.
   */
  async report(call: Call, judged: Judged): Promise<LimitClosure> {
    const met = this.#meet(call, judged);
    const closing = this.#close(call, met).catch((error: unknown) => this.#tellTrouble(error, met));
    const [closed, risingSince] = await Promise.all([closing, this.#parts.desk.risingSince(met.endpoint)]);
    const { attributedTo } = met;
    this.#tell(call, judged, { attributedTo, risingSince, quotaRemaining: closed.quotaRemaining });
    return { closedForMs: closed.forMs, attributedTo, risingSince };
  }

  /** Too many were under way at the same time: there is no door to close, and it is told all the same. */
  async tellOfConcurrency(call: Call, judged: Judged): Promise<void> {
    const { endpoint } = call;
    const { scope = 'endpoint' } = judged.verdict;
    const risingSince = await this.#parts.desk.risingSince(endpoint.name);
    this.#tell(call, judged, { attributedTo: scope, risingSince, quotaRemaining: undefined });
  }

  #meet({ endpoint }: Call, { verdict }: Judged): MetLimit {
    const { desk, clock } = this.#parts;
    const scope = verdict.scope ?? 'endpoint';
    const isForDay = verdict.retry === 'next-day';
    const attributedTo = desk.limitMet(endpoint.name, { scope, isForDay });
    const closure = closureFor(verdict, endpoint.name, clock.now(), (through) => this.#seen(through));
    return { endpoint: endpoint.name, scope, attributedTo, isForDay, closure };
  }

  async #close(call: Call, met: MetLimit): Promise<Closed> {
    if (met.isForDay) return this.#closeForDay(call);
    const answer = await this.#closeDoor(call, met.scope, met.closure);
    if (met.attributedTo === 'app' && met.scope === 'endpoint') await this.#widen(call, met);
    if (met.scope === 'endpoint') this.#parts.desk.questions.learnRate(call.endpoint);
    return { forMs: growingAnswer(met.closure, answer), quotaRemaining: undefined };
  }

  /** What several endpoints meet at once holds for the app; what was seen to go through is the app's then. */
  #widen(call: Call, { closure }: MetLimit): Promise<ClosureAnswer> {
    const { forMs, windowMs } = widened(closure);
    const seenPerSecond = this.#seen({ scope: 'app', endpoint: call.endpoint.name, windowMs, span: 'used' });
    return this.#closeDoor(call, 'app', { forMs, seenPerSecond });
  }

  /** What went through a door, for the pace that it reopens to; `undefined` where the policy wants none. */
  #seen(through: SeenThrough): number | undefined {
    const { desk, policy } = this.#parts;
    return policy().keepsPace ? desk.seenPerSecond(through) : undefined;
  }

  /**
   * A daily limit parks the endpoint until midnight, which is a long time to be wrong. So the quota is asked for first,
   * by one process for all, behind a barrier that is closed already.
   */
  async #closeForDay(call: Call): Promise<Closed> {
    const { desk, clock } = this.#parts;
    await this.#closeDoor(call, 'endpoint', whileAsked);
    const finding = await desk.questions.afterDayLimit(call.endpoint);
    const quotaRemaining = finding.type === 'told' ? finding.view.remaining : undefined;
    if (quotaRemaining) return { forMs: await this.#paceDoor(call), quotaRemaining };
    const isUsedUp = finding.type === 'untold' || quotaRemaining === 0;
    const forMs = isUsedUp ? restOfDayMs(clock.now()) : shortWindowMs;
    if (isUsedUp) desk.closedForDay(call.endpoint.name, forMs);
    await this.#closeDoor(call, 'endpoint', { forMs });
    return { forMs, quotaRemaining };
  }

  /** Some of the day's quota is left after all: what was met is a rate, and the door, closed already, reopens to a pace. */
  async #paceDoor(call: Call): Promise<number> {
    const through = { scope: 'endpoint', endpoint: call.endpoint.name } as const;
    this.#parts.desk.limitMet(through.endpoint, { scope: 'endpoint', isForDay: false });
    const seenPerSecond = this.#seen({ ...through, windowMs: shortWindowMs, span: 'used' });
    return (await this.#closeDoor(call, 'endpoint', { forMs: 1, seenPerSecond })).leftMs;
  }

  #closeDoor(call: Call, scope: AnswerScope, closure: Closure): Promise<ClosureAnswer> {
    const { endpoint, recipient } = call;
    return this.#parts.limiter.limitHit({ scope, endpoint: endpoint.name, recipient, closure });
  }

  #tellTrouble(error: unknown, { closure }: MetLimit): Closed {
    if (!isWechatError(error)) throw error;
    const { message } = error;
    this.#parts.telemetry.emit({ type: 'store.trouble', store: 'limit', operation: 'closeBarrier', message });
    return { forMs: closure.forMs, quotaRemaining: undefined };
  }

  #tell(call: Call, { verdict, result }: Judged, learned: Learned): void {
    this.#parts.telemetry.emit({
      type: 'limit.hit',
      callId: call.callId,
      account: this.#parts.account,
      endpoint: call.endpoint.name,
      path: call.endpoint.path,
      requestId: call.requestId,
      group: call.group,
      scope: verdict.scope ?? 'endpoint',
      errcode: verdict.errcode,
      status: result.type === 'failure' ? undefined : result.status,
      ...learned,
    });
  }
}

interface MetLimit {
  readonly endpoint: string;
  readonly scope: AnswerScope;
  readonly attributedTo: AnswerScope;
  /** The quota of a day may be used up. */
  readonly isForDay: boolean;
  readonly closure: Closure;
}

interface Closed {
  readonly forMs: number;
  readonly quotaRemaining: number | undefined;
}

interface Learned {
  readonly attributedTo: AnswerScope;
  readonly risingSince: number | undefined;
  readonly quotaRemaining: number | undefined;
}
