import type { Clock } from '../../clock/clock.js';
import type { LimitPolicy } from '../limit-policy.js';
import type { FleetReporter } from './fleet-reporter.js';
import type { QuotaBook } from './quota-book.js';
import { dailyQuota, type EndpointQuota, type QuotaView } from './quota-view.js';

/** An endpoint that a quota can be asked for. */
export interface AskedEndpoint {
  readonly name: string;
  readonly path: string;
  readonly auth: 'token' | 'none';
}

/** How a platform is asked for the quota of one endpoint. */
export interface QuotaQuestion {
  /** The endpoint that asks. Its own quota is never asked for. */
  readonly endpoint: string;
  /** `undefined` where the platform does not say. */
  ask(path: string): Promise<EndpointQuota | undefined>;
}

/** What an endpoint's quota turned out to be. */
export type QuotaFinding =
  | { readonly type: 'told'; readonly view: QuotaView }
  /** The platform tells nobody: its refusal is all there is to go by. */
  | { readonly type: 'untold' }
  /** The question failed, or another process asks and has not told yet. */
  | { readonly type: 'undecided' };

export interface QuotaQuestionsOptions {
  readonly clock: Clock;
  readonly policy: () => Pick<LimitPolicy, 'quotaMode'>;
  readonly book: QuotaBook;
  readonly reporter: Pick<FleetReporter, 'flush'>;
  /** Answers `true` to one process in `forMs`. */
  readonly takeTurn: (name: string, forMs: number) => Promise<boolean>;
  /** Closes an endpoint whose quota was found to be used up. */
  readonly closeDoor: (endpoint: string, forMs: number) => Promise<unknown>;
  /** Absent on platforms that cannot be asked. */
  readonly question: QuotaQuestion | undefined;
}

/** One question per endpoint in this time serves the whole fleet; its answer counts as fresh for as long. */
const freshMs = 30_000;
const learnEveryMs = 60_000;
/** How long word of another process' question is waited for: it may take as long as its call may. */
const patienceMs = 5000;
const firstCallPatienceMs = 2000;
const lookEveryMs = 250;

/** Asks the platform for quotas: one process for all, and each question once. */
export class QuotaQuestions {
  readonly #options: QuotaQuestionsOptions;
  readonly #underWay = new Map<string, Promise<QuotaFinding>>();
  /** By endpoint: what its first calls wait for. */
  readonly #begun = new Map<string, Promise<void>>();
  /** Endpoints whose first call waits no more. */
  readonly #settled = new Set<string>();

  constructor(options: QuotaQuestionsOptions) {
    this.#options = options;
  }

  /** After a limit answer that may have been the end of the day's quota. One question for all who need it. */
  afterDayLimit(endpoint: AskedEndpoint): Promise<QuotaFinding> {
    const underWay = this.#underWay.get(endpoint.name);
    if (underWay !== undefined) return underWay;
    const finding = this.#find(endpoint).finally(() => this.#underWay.delete(endpoint.name));
    this.#underWay.set(endpoint.name, finding);
    return finding;
  }

  /** Somebody wants to know. Shares the question of those who met a limit. */
  askNow(endpoint: AskedEndpoint): Promise<QuotaFinding> {
    return this.afterDayLimit(endpoint);
  }

  /** After another limit answer: its rate limit may be told. In the background; nobody waits for it. */
  learnRate(endpoint: AskedEndpoint): void {
    if (!this.#mayAsk(endpoint) || this.#freshView(endpoint.name, learnEveryMs) !== undefined) return;
    this.#askIfMyTurn(`quota-rate:${endpoint.name}`, learnEveryMs, endpoint).catch(() => undefined);
  }

  /**
   * Before the first call of an endpoint, where the policy says `ask`. `undefined` where there is nothing to wait for;
   * otherwise resolves when the quota is known, after two seconds at the latest, and never rejects.
   */
  beforeFirstCall(endpoint: AskedEndpoint): Promise<void> | undefined {
    const { name } = endpoint;
    if (this.#settled.has(name) || this.#options.policy().quotaMode !== 'ask') return undefined;
    if (!this.#mayAsk(endpoint)) return undefined;
    const begun = this.#begun.get(name) ?? this.#begin(endpoint);
    this.#begun.set(name, begun);
    return begun;
  }

  async #begin(endpoint: AskedEndpoint): Promise<void> {
    const given = new AbortController();
    await Promise.race([
      this.#findBeforeFirst(endpoint).catch(() => undefined),
      this.#options.clock.sleep(firstCallPatienceMs, given.signal).catch(() => undefined),
    ]);
    given.abort();
    this.#settled.add(endpoint.name);
    this.#begun.delete(endpoint.name);
  }

  /** A process that starts late learns what the others know before it asks anything. */
  async #findBeforeFirst(endpoint: AskedEndpoint): Promise<void> {
    const { book, reporter } = this.#options;
    if (book.viewOf(endpoint.name) === undefined) await reporter.flush();
    if (book.viewOf(endpoint.name) !== undefined) return;
    const finding = await this.#askOrWait(`quota-first:${endpoint.name}`, endpoint);
    await this.#closeIfUsedUp(endpoint.name, finding);
  }

  async #closeIfUsedUp(endpoint: string, finding: QuotaFinding): Promise<void> {
    if (finding.type !== 'told' || finding.view.remaining > 0) return;
    const { resetsAt } = finding.view;
    if (resetsAt === undefined) return;
    await this.#options.closeDoor(endpoint, resetsAt - this.#options.clock.now());
  }

  async #find(endpoint: AskedEndpoint): Promise<QuotaFinding> {
    if (!this.#mayAsk(endpoint)) return { type: 'untold' };
    const known = this.#freshView(endpoint.name, freshMs);
    if (known !== undefined) return { type: 'told', view: known };
    return this.#askOrWait(`quota-check:${endpoint.name}`, endpoint);
  }

  async #askOrWait(turn: string, endpoint: AskedEndpoint): Promise<QuotaFinding> {
    return (await this.#askIfMyTurn(turn, freshMs, endpoint)) ?? this.#waitForWord(endpoint.name);
  }

  async #askIfMyTurn(
    turn: string,
    forMs: number,
    endpoint: AskedEndpoint,
  ): Promise<QuotaFinding | undefined> {
    const { takeTurn, book, reporter } = this.#options;
    if (!(await takeTurn(turn, forMs))) return undefined;
    const finding = await this.#ask(endpoint);
    if (finding.type === 'told') {
      book.learn(finding.view);
      await reporter.flush();
    }
    return finding;
  }

  async #ask({ path, name }: AskedEndpoint): Promise<QuotaFinding> {
    const { question, clock } = this.#options;
    try {
      const answer = await question?.ask(path);
      if (answer === undefined) return { type: 'untold' };
      return { type: 'told', view: dailyQuota(name, answer, clock.now()) };
    } catch {
      // Whoever needs it next asks again.
      return { type: 'undecided' };
    }
  }

  async #waitForWord(endpoint: string): Promise<QuotaFinding> {
    const { clock, reporter } = this.#options;
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
      await clock.sleep(lookEveryMs);
      await reporter.flush();
      const view = this.#freshView(endpoint, freshMs + patienceMs);
      if (view !== undefined) return { type: 'told', view };
    }
    return { type: 'undecided' };
  }

  #freshView(endpoint: string, withinMs: number): QuotaView | undefined {
    const view = this.#options.book.viewOf(endpoint);
    const isFresh = view?.from === 'quota-get' && this.#options.clock.now() - view.seenAt < withinMs;
    return isFresh ? view : undefined;
  }

  #mayAsk({ name, auth }: AskedEndpoint): boolean {
    const { question, policy } = this.#options;
    if (question === undefined || policy().quotaMode === 'ignore') return false;
    // The question needs an access token, which may be what the call itself is to fetch.
    return question.endpoint !== name && auth !== 'none';
  }
}
