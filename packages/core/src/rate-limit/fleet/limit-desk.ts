import type { Clock } from '../../clock/clock.js';
import type { StoreUnavailableError } from '../../errors/errors.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { AnswerScope } from '../../verdict/verdict.js';
import type { LimitedCall, LimitPolicy } from '../limit-policy.js';
import type { FleetView, LimitRule, LimitStore, TimeLineEntry } from '../limit-store.js';
import { type AlertedLimiter, AlertWatch } from './alert-watch.js';
import { allowEntries } from './allow-notes.js';
import { attribute, type LimitMet, togetherMs } from './attribution.js';
import type { CountedCall } from './call-tally.js';
import { type Cleared, reopenCleared } from './clearing.js';
import { FleetReporter } from './fleet-reporter.js';
import { QuotaBook, type QuotaLimiter } from './quota-book.js';
import { type AskedEndpoint, type QuotaQuestion, QuotaQuestions } from './quota-questions.js';
import { RecentAnswers } from './recent-answers.js';
import { risingSince } from './rising-since.js';

/** What the desk has the limiter do. */
export interface DeskLimiter extends AlertedLimiter, QuotaLimiter {
  /** How many calls stand in line. */
  readonly waiting: number;
  /** Opens a door, for example `endpoint:template.send`, for every process. */
  reopen(key: string): Promise<unknown>;
  /** Another process has opened it. */
  reopenHere(key: string): void;
  /** The shared store was found gone. */
  storeLost(error: StoreUnavailableError): void;
}

export interface LimitDeskOptions {
  readonly account: string;
  /** Names this process among the others of the account. */
  readonly processId: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly store: Pick<LimitStore, 'report' | 'timeLine'>;
  readonly limiter: DeskLimiter;
  /** Asked at each use: a policy may be reloaded. */
  readonly policy: () => Pick<
    LimitPolicy,
    'alerts' | 'allowList' | 'headroom' | 'keepsPace' | 'limitsOf' | 'quotaMode'
  >;
  /** Absent on platforms that cannot be asked for quotas. */
  readonly question: QuotaQuestion | undefined;
  /** Every endpoint that the account has, for when quotas are cleared. */
  readonly endpoints: readonly { readonly name: string; readonly path: string }[];
}

/** Which requests went through a door, for the pace that it reopens to. */
export interface SeenThrough {
  readonly scope: AnswerScope;
  readonly endpoint: string;
  readonly windowMs: number;
  /** `whole`: the window is the limit's own; `used`: it is a guess. */
  readonly span: 'whole' | 'used';
}

const dayPrefix = 'closed-for-day:';
const reopenedPrefix = 'reopened:';
/** By then every process has heard of it. */
const reopenedKeptMs = 60_000;
/** So many limit answers with no success between them tell of a rate; requests under way go on to meet it. */
const leastInARow = 3;
/** One look at the time line serves all who meet a limit meanwhile. */
const risingKeptMs = 10_000;

/**
 * One process' dealings with the fleet, in one place. It is told of every request and every limit answer, passes on what
 * the others should know (`FleetReporter`), and does what their news asks for: alerts (`AlertWatch`), quotas (`QuotaBook`,
 * `QuotaQuestions`), doors that were reopened, permissions. It holds no call up; that is the limiter's part.
 */
export class LimitDesk {
  readonly #options: LimitDeskOptions;
  readonly #answers = new RecentAnswers();
  /** By endpoint: since when its rate has been rising, as the time line said last. */
  readonly #risings = new Map<
    string,
    { readonly askedAt: number; readonly since: Promise<number | undefined> }
  >();
  /** Word of reopened doors that was acted on. */
  readonly #reopened = new Map<string, string>();
  readonly #alerts: AlertWatch;
  readonly reporter: FleetReporter;
  readonly quotas: QuotaBook;
  readonly questions: QuotaQuestions;

  constructor(options: LimitDeskOptions) {
    this.#options = options;
    const { account, clock, telemetry, limiter, policy, question } = options;
    this.reporter = this.#makeReporter();
    const { reporter } = this;
    this.#alerts = new AlertWatch({
      account,
      clock,
      telemetry,
      limiter,
      settings: () => policy().alerts,
      metPaceLimit: () => this.#limitedTogether().length > 0,
    });
    this.quotas = new QuotaBook({ account, clock, telemetry, policy, limiter, reporter });
    this.questions = new QuotaQuestions({
      clock,
      policy,
      reporter,
      question,
      book: this.quotas,
      takeTurn: (name, forMs) => limiter.takeTurn(name, forMs),
      closeDoor: (endpoint, forMs) => this.#closeForDay(endpoint, forMs),
    });
  }

  get level(): AlertWatch['level'] {
    return this.#alerts.level;
  }

  /** A call is about to ask for room. `undefined`, or a wait of two seconds at most that never rejects. */
  beforeCall(endpoint: AskedEndpoint): Promise<void> | undefined {
    this.reporter.touch();
    return this.questions.beforeFirstCall(endpoint);
  }

  /** A request has ended. */
  counted(call: CountedCall): void {
    this.reporter.counted(call);
    if (call.limited || call.failed) return;
    this.#answers.passed(call.endpoint, this.#options.clock.monotonic());
    this.quotas.counted(call.endpoint);
  }

  /** The headers of an answer, names in lower case. */
  headersSeen(endpoint: string, headers: Readonly<Record<string, string>>): void {
    this.quotas.headersSeen(endpoint, headers);
  }

  /** A limit answer came. Answers whose limit it seems to be. */
  limitMet(endpoint: string, met: LimitMet): AnswerScope {
    const nowMs = this.#options.clock.monotonic();
    if (met.scope !== 'recipient' && !met.isForDay) this.#answers.limited(endpoint, nowMs);
    const limited = new Set(this.#limitedTogether());
    const isOther = (other: string) => other !== endpoint && !limited.has(other);
    return attribute(met, {
      limitedEndpoints: limited.size,
      otherSuccesses: this.#answers.passedWithin(togetherMs, nowMs, isOther),
    });
  }

  /**
   * Requests per second of the whole fleet that went through a door lately, as far as this process can tell. `undefined`
   * where it saw none, and where too few limit answers came in a row to call it a rate that was met: a gateway that
   * refuses one request in ten does so at any pace.
   */
  seenPerSecond({ scope, endpoint, windowMs, span }: SeenThrough): number | undefined {
    const isShared = scope === 'app' || scope === 'gateway';
    const nowMs = this.#options.clock.monotonic();
    const counted = isShared ? undefined : endpoint;
    const seen = this.#answers.rate(counted, windowMs, span, nowMs);
    if (seen.passed === 0 || this.#answers.limitedInARow(counted) < leastInARow) return undefined;
    const assumed = seen.perSecond * this.reporter.view.processes;
    return isShared ? Math.max(assumed, this.#alerts.fleetPerSecond) : assumed;
  }

  /** Since when an endpoint's rate had been rising. `undefined` also where the store cannot be asked. */
  risingSince(endpoint: string): Promise<number | undefined> {
    const nowMs = this.#options.clock.monotonic();
    const known = this.#risings.get(endpoint);
    if (known !== undefined && nowMs - known.askedAt < risingKeptMs) return known.since;
    const since = this.reporter.timeLine(endpoint).then(risingSince, () => undefined);
    this.#risings.set(endpoint, { askedAt: nowMs, since });
    return since;
  }

  timeLine(endpoint: string): Promise<readonly TimeLineEntry[]> {
    return this.reporter.timeLine(endpoint);
  }

  rulesOf(endpoint: string): readonly LimitRule[] {
    return this.quotas.rulesOf(endpoint);
  }

  /** All limits of a call, those that were learned included. */
  rulesFor(call: LimitedCall): readonly LimitRule[] {
    return [...this.#options.policy().limitsOf(call).rules, ...this.rulesOf(call.endpoint)];
  }

  /** The endpoint's quota of the day is used up: remembered by all, for when it is cleared. */
  closedForDay(endpoint: string, forMs: number): void {
    this.reporter.note(dayPrefix + endpoint, '1', forMs);
  }

  /** Somebody cleared quotas at the platform. */
  async cleared(cleared: Cleared): Promise<void> {
    await this.reporter.flush();
    await reopenCleared(cleared, {
      endpoints: this.#options.endpoints,
      isClosedForDay: (endpoint) => this.reporter.view.notes.has(dayPrefix + endpoint),
      forget: (endpoint) => this.#forgetDay(endpoint),
      reopen: (endpoint) => this.#options.limiter.reopen(`endpoint:${endpoint}`),
    });
    await this.reporter.flush();
  }

  /** Tells the fleet what is left to tell. */
  close(): Promise<void> {
    return this.reporter.close();
  }

  #makeReporter(): FleetReporter {
    const { store, account, processId, clock, telemetry, limiter } = this.#options;
    return new FleetReporter({
      store,
      account,
      processId,
      clock,
      telemetry,
      onView: (view) => this.#onView(view),
      onLost: (error) => limiter.storeLost(error),
      isWaiting: () => limiter.waiting > 0 || this.#alerts.level !== 'green',
    });
  }

  #onView(view: FleetView): void {
    this.#alerts.look(view);
    this.quotas.onView(view);
    for (const [key, text] of view.notes) this.#reopenHere(key, text);
    this.#options.policy().allowList.replaceShared(allowEntries(view.notes));
  }

  #limitedTogether(): readonly string[] {
    return this.#answers.limitedWithin(togetherMs, this.#options.clock.monotonic());
  }

  async #closeForDay(endpoint: string, forMs: number): Promise<void> {
    this.closedForDay(endpoint, forMs);
    await this.#options.limiter.closeAhead('endpoint', endpoint, forMs);
  }

  #forgetDay(endpoint: string): void {
    this.reporter.note(dayPrefix + endpoint, undefined, 1);
    this.reporter.note(reopenedPrefix + endpoint, String(this.#options.clock.now()), reopenedKeptMs);
    this.quotas.forget(endpoint);
  }

  /** The store's doors are open already; this process need not wait for the moment that it knew. */
  #reopenHere(key: string, text: string): void {
    if (!key.startsWith(reopenedPrefix) || this.#reopened.get(key) === text) return;
    this.#reopened.set(key, text);
    this.#options.limiter.reopenHere(`endpoint:${key.slice(reopenedPrefix.length)}`);
  }
}
