import { StoreUnavailableError } from '../errors/errors.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { redisKeys } from '../redis/redis-keys.js';
import { counterKindOf, counterNameOf } from './counters/index.js';
import { type EndedCall, EndedCalls } from './ended-calls.js';
import {
  type AdmitAnswer,
  type AdmitRequest,
  closureMs,
  type LimitRule,
  type LimitStore,
  placePollMs,
  slotMsOf,
  wantsRelease,
} from './limit-store.js';

/** What this store needs of a connection. */
export type LimitConnection = Pick<RedisConnection, 'run' | 'close'>;

export interface RedisLimitStoreOptions {
  /** Whether `close` also closes the connection; `false` where it is shared with other stores. @default true */
  readonly ownsConnection?: boolean | undefined;
}

/** Ended calls that one admission takes along. Its script must stay short: Redis runs one at a time. */
const endedPerAdmission = 8;
const endedPerFlush = 200;

/**
 * Limits that all processes on one Redis share. An admission is one round trip on Redis' own clock, whatever the number
 * of rules; every key expires by itself.
 *
 * The end of a call costs no round trip of its own in a steady stream: it travels with the next admission, or, at the
 * latest after a twentieth of the window, in one command with all the others. It carries its age, so its delay shifts
 * no moment; until it arrives the limit is kept more strictly. Places of `concurrency` rules are given back at once.
 */
export class RedisLimitStore implements LimitStore {
  readonly #connection: LimitConnection;
  readonly #ownsConnection: boolean;
  readonly #ended: EndedCalls;

  constructor(connection: LimitConnection, options: RedisLimitStoreOptions = {}) {
    this.#connection = connection;
    this.#ownsConnection = options.ownsConnection ?? true;
    this.#ended = new EndedCalls((account) => this.#flush(account));
  }

  async admit(request: AdmitRequest): Promise<AdmitAnswer> {
    const ended = this.#ended.take(request.account, endedPerAdmission);
    const answer = await this.#runAdmit(request, ended);
    if (answer.length === 1) return { type: 'admitted' };
    return refusal(request, answer);
  }

  async release(account: string, admissionId: string, rules: readonly LimitRule[]): Promise<void> {
    for (const rule of rules) {
      if (wantsRelease(rule)) this.#ended.add(account, rule, memberOf(rule, admissionId));
    }
  }

  async closeBarrier(account: string, key: string, closedForMs: number): Promise<number> {
    return Number(
      await this.#run('limit-barrier-close', [barrierKey(account, key)], [closureMs(closedForMs)]),
    );
  }

  async takeTurn(account: string, key: string, forMs: number): Promise<boolean> {
    const taken = await this.#run('limit-turn', [redisKeys.limit(account, 'turn', key)], [closureMs(forMs)]);
    return Number(taken) === 1;
  }

  /** Passes on which calls have ended, then lets go of the connection. */
  async close(): Promise<void> {
    await Promise.all(this.#ended.accounts().map((account) => this.#flush(account)));
    this.#ended.stop();
    if (this.#ownsConnection) await this.#connection.close();
  }

  /** A word that is lost here only makes limits stricter for a while, so nobody has to hear of it. */
  async #flush(account: string): Promise<void> {
    for (let batch = this.#ended.take(account, endedPerFlush); batch.length > 0; ) {
      const nothing = { account, admissionId: '', rules: [], barriers: [], inFlightMs: 0 };
      await this.#runAdmit(nothing, batch).catch(() => undefined);
      batch = this.#ended.take(account, endedPerFlush);
    }
  }

  async #runAdmit(request: AdmitRequest, ended: readonly EndedCall[]): Promise<readonly number[]> {
    const { account, admissionId, rules, barriers, inFlightMs } = request;
    const keys = [
      ...barriers.map(({ key }) => barrierKey(account, key)),
      ...rules.map((rule) => counterKey(account, rule)),
      ...ended.map(({ rule }) => counterKey(account, rule)),
    ];
    const args: (string | number)[] = [barriers.length, rules.length, ended.length];
    for (const rule of rules) args.push(...ruleArguments(rule, admissionId, inFlightMs));
    for (const call of ended) args.push(call.member, call.agoMs);
    return numbers(await this.#run('limit-admit', keys, args));
  }

  async #run(
    script: Parameters<LimitConnection['run']>[0],
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await this.#connection.run(script, keys, args);
    } catch (cause) {
      throw new StoreUnavailableError(`limits: Redis did not answer ${script}`, {
        store: 'limit',
        cause,
        hint: 'Check that Redis runs and is reachable from here; see `limits.whenUnavailable` for what goes on without it.',
      });
    }
  }
}

function barrierKey(account: string, key: string): string {
  return redisKeys.limit(account, 'barrier', key);
}

function counterKey(account: string, rule: LimitRule): string {
  return redisKeys.limit(account, counterNameOf(rule));
}

/** The weight stands in front, so that the script can add up what is taken. */
function memberOf(rule: LimitRule, admissionId: string): string {
  return `${rule.weight}|${admissionId}`;
}

function ruleArguments(rule: LimitRule, admissionId: string, inFlightMs: number): (string | number)[] {
  const [spanMs, detailMs] = timesOf(rule, inFlightMs);
  return [
    counterKindOf(rule),
    rule.max,
    rule.weight,
    spanMs,
    Math.ceil(detailMs),
    memberOf(rule, admissionId),
  ];
}

/** Span and detail as limit-admit.lua wants them for each kind. */
function timesOf(rule: LimitRule, inFlightMs: number): readonly [number, number] {
  switch (rule.type) {
    case 'calendar-day':
      return [0, 0];
    case 'concurrency':
      return [rule.holdMs, placePollMs];
    case 'sliding-window':
      if (counterKindOf(rule) === 'slots') return [rule.windowMs, slotMsOf(rule.windowMs)];
      return [rule.windowMs, rule.countsFrom === 'end' ? inFlightMs : 0];
  }
}

function refusal(request: AdmitRequest, [, position = 0, retryAfterMs = 0]: readonly number[]): AdmitAnswer {
  const barrier = request.barriers[position - 1];
  const door = barrier ?? request.rules[position - 1 - request.barriers.length];
  if (door === undefined) throw new RangeError(`limit-admit answered an unknown position ${position}`);
  const by = barrier === undefined ? 'limit' : 'barrier';
  return { type: 'refused', by, key: door.key, scope: door.scope, retryAfterMs };
}

function numbers(reply: unknown): readonly number[] {
  if (!Array.isArray(reply)) throw new TypeError('a limit script did not answer a list');
  return reply.map(Number);
}
