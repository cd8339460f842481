import { StoreUnavailableError } from '../errors/errors.js';
import { JoinedSteps } from '../redis/joined-steps.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { redisKeys } from '../redis/redis-keys.js';
import {
  type AdmitAnswer,
  type AdmitRequest,
  type Closure,
  type ClosureAnswer,
  closureMs,
  type FleetReport,
  type FleetView,
  type LimitRule,
  type LimitStore,
  pace,
  type TimeLineEntry,
  timeLine,
  wantsRelease,
} from './limit-store.js';
import {
  type AdmissionGroup,
  AdmissionGroups,
  type AdmissionStep,
  admissionScript,
  admissionStep,
  doorKey,
  EndedCalls,
  endScript,
  isInSlots,
  momentOf,
  readAdmitAnswer,
  readAnswers,
  readEntries,
  readFleetView,
  reportScript,
} from './redis-limits/index.js';

/** In the order in which limit-door-close.lua takes them. */
const paceNumbers = [
  pace.decrease,
  pace.increasePerSecond,
  pace.doublingSeconds,
  pace.guessDoublingSeconds,
  pace.leastPerSecond,
  pace.forgottenAfterMs,
  pace.burstSeconds * 1000,
];

/** What this store needs of a connection. */
export type LimitConnection = Pick<RedisConnection, 'run' | 'close'>;

export interface RedisLimitStoreOptions {
  /** Whether `close` also closes the connection; `false` where it is shared with other stores. @default true */
  readonly ownsConnection?: boolean | undefined;
}

/** Ended calls that one admission takes along per rule. Its script must stay short: Redis runs one at a time. */
const endedPerRule = 8;
const endedPerFlush = 200;

/** What limit-door-close.lua is told of an answer that names no rate, and of a step that lasts until midnight. */
const strayAnswer = -1;
const untilMidnight = -1;

/**
 * Limits that all processes on one Redis share. An admission is one round trip on Redis' own clock, whatever the number
 * of rules; every key expires by itself. Admissions that one turn of the event loop asks for under the same rules travel in
 * one script, which decides on one after the other.
 *
 * The end of a call costs no round trip of its own in a steady stream: it travels with the next admission under the same
 * rule, or, at the latest after a twentieth of the window, in one command with all the others. It carries its age, so its
 * delay shifts no moment; until it arrives the limit is kept more strictly. Places of `concurrency` rules are given back
 * at once.
 */
export class RedisLimitStore implements LimitStore {
  readonly #connection: LimitConnection;
  readonly #ownsConnection: boolean;
  readonly #ended: EndedCalls;
  readonly #groups = new AdmissionGroups();
  readonly #admissions = new JoinedSteps((group: AdmissionGroup, steps: readonly AdmissionStep[]) =>
    this.#runAdmit(group, steps),
  );

  constructor(connection: LimitConnection, options: RedisLimitStoreOptions = {}) {
    this.#connection = connection;
    this.#ownsConnection = options.ownsConnection ?? true;
    this.#ended = new EndedCalls((account) => this.#flush(account));
  }

  async admit(request: AdmitRequest): Promise<AdmitAnswer> {
    const ended = this.#ended.takeUnder(request.account, request.rules, endedPerRule);
    const step = admissionStep(request, this.#groups, ended);
    const { group, strings, hashes } = step;
    const reply = await this.#admissions.take(group, step, [...strings, ...hashes]);
    if (request.rules.some((rule) => wantsRelease(rule) && isInSlots(rule))) this.#remember(request, reply);
    return readAdmitAnswer(reply, request, group.shape);
  }

  async release(account: string, admissionId: string, rules: readonly LimitRule[]): Promise<void> {
    this.#ended.add(account, admissionId, rules.filter(wantsRelease));
  }

  async closeBarrier(account: string, key: string, closure: Closure): Promise<ClosureAnswer> {
    const { forMs, growing = [], seenPerSecond = strayAnswer } = closure;
    const steps = growing.map((step) => (step === 'day' ? untilMidnight : closureMs(step)));
    return this.#changeDoor(account, key, closureMs(forMs), seenPerSecond, steps);
  }

  async slowDown(account: string, key: string, seenPerSecond: number): Promise<ClosureAnswer> {
    return this.#changeDoor(account, key, 0, seenPerSecond, []);
  }

  async openBarrier(account: string, key: string): Promise<void> {
    await this.#run('limit-door-open', [doorKey(redisKeys.limit(account), key)], []);
  }

  async takeTurn(account: string, key: string, forMs: number): Promise<boolean> {
    const taken = await this.#run('limit-turn', [redisKeys.limit(account, 'turn', key)], [closureMs(forMs)]);
    return Number(taken) === 1;
  }

  async report(account: string, report: FleetReport): Promise<FleetView> {
    const { keys, args } = reportScript(account, report);
    return readFleetView(await this.#run('limit-report', keys, args));
  }

  async timeLine(account: string, endpoint: string): Promise<readonly TimeLineEntry[]> {
    const keys = [redisKeys.limit(account, 'time-line', endpoint)];
    return readEntries(await this.#run('limit-time-line', keys, [timeLine.entryMs, timeLine.keptMs]));
  }

  /** Passes on which calls have ended, then lets go of the connection. */
  async close(): Promise<void> {
    await Promise.all(this.#ended.accounts().map((account) => this.#flush(account)));
    this.#ended.stop();
    if (this.#ownsConnection) await this.#connection.close();
  }

  async #changeDoor(
    account: string,
    key: string,
    forMs: number,
    seenPerSecond: number,
    steps: readonly number[],
  ): Promise<ClosureAnswer> {
    const args = [forMs, seenPerSecond, JSON.stringify(steps), ...paceNumbers];
    const answer = await this.#run('limit-door-close', [doorKey(redisKeys.limit(account), key)], args);
    const [leftMs, perSecond] = Array.isArray(answer) ? answer : [];
    return { leftMs: Number(leftMs), perSecond: perSecond === '' ? undefined : Number(perSecond) };
  }

  /** What the rules are is told the first times, and again where Redis has forgotten it. */
  async #runAdmit(group: AdmissionGroup, steps: readonly AdmissionStep[]): Promise<readonly unknown[]> {
    const { keys, args } = admissionScript(group, steps);
    const ask = async (telling: readonly string[]) =>
      readAnswers(await this.#run('limit-admit', keys, args.concat(telling), steps.length));
    const now = performance.now();
    const answers = (await ask(group.shape.telling(now))) ?? (await ask(group.shape.tellAgain(now))) ?? [];
    return answers.map((answer) => (answer instanceof Error ? unavailable('limit-admit', answer) : answer));
  }

  /** So that the word of the end can name the slots. */
  #remember({ admissionId, inFlightMs }: AdmitRequest, reply: unknown): void {
    const now = momentOf(reply);
    if (now !== undefined) this.#ended.hold(admissionId, now + Math.ceil(inFlightMs), now);
  }

  /** A word that is lost here only makes limits stricter for a while, so nobody has to hear of it. */
  async #flush(account: string): Promise<void> {
    for (let batch = this.#ended.take(account, endedPerFlush); batch.length > 0; ) {
      const { keys, args } = endScript(account, batch);
      await this.#run('limit-end', keys, args).catch(() => undefined);
      batch = this.#ended.take(account, endedPerFlush);
    }
  }

  async #run(
    script: Parameters<LimitConnection['run']>[0],
    keys: readonly string[],
    args: readonly (string | number)[],
    steps = 1,
  ): Promise<unknown> {
    try {
      return await this.#connection.run(script, keys, args, steps);
    } catch (cause) {
      throw unavailable(script, cause);
    }
  }
}

function unavailable(script: string, cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`limits: Redis did not answer ${script}`, {
    store: 'limit',
    cause,
    hint: 'Check that Redis runs and is reachable from here; see `limits.whenUnavailable` for what goes on without it.',
  });
}
