import { type Clock, systemClock } from '../clock/clock.js';
import { nextBeijingMidnight } from '../retry/platform-time.js';
import { type Counter, Counters, type Instant, LogEntries, type Room, SharedDoor } from './counters/index.js';
import {
  type AdmitAnswer,
  type AdmitRequest,
  type Admitted,
  type Closure,
  type ClosureAnswer,
  closureMs,
  type Drawing,
  drawOrder,
  type FleetReport,
  type FleetView,
  type LimitRule,
  type LimitStore,
  paceKeyOf,
  type Refusal,
  type Remaining,
  type TimeLineEntry,
  wantsRelease,
} from './limit-store.js';
import { MemoryFleet } from './memory-fleet.js';
import { SweptMap } from './swept-map.js';

interface AccountLimits {
  readonly counters: Counters;
  readonly doors: SweptMap<SharedDoor>;
  /** Steady moments at which turns are free again. */
  readonly turns: SweptMap<number>;
  readonly fleet: MemoryFleet;
}

/** One rule of an admission, its counter, and what the counter says to one more call. */
interface AskedRule {
  readonly rule: LimitRule;
  readonly counter: Counter;
  readonly room: Room;
}

/**
 * Limits of one process. Its memory follows the recipients that are under a limit now: who is idle is forgotten, a few
 * at every step, without a timer.
 */
export class MemoryLimitStore implements LimitStore {
  readonly #clock: Clock;
  readonly #accounts = new Map<string, AccountLimits>();
  readonly #logEntries = new LogEntries();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** How many counters and barriers are remembered, over all accounts. */
  get size(): number {
    let size = 0;
    for (const { counters, doors } of this.#accounts.values()) size += counters.size + doors.size;
    return size;
  }

  async admit(request: AdmitRequest): Promise<AdmitAnswer> {
    const at = this.#now();
    const limits = this.#limitsOf(request.account);
    sweep(limits, at);
    const closed = closedDoor(limits, request, at);
    if (closed !== undefined) return closed;
    const counters = request.rules.map((rule) => this.#countersOf(rule, limits).of(rule));
    if (counters.some((counter) => counter.holds(request.admissionId))) return { type: 'admitted' };
    const asked = askEach(request.rules, counters, at);
    const paced = pacedDoor(limits, request, at);
    const full = fullRule(asked);
    if (request.enforce === false) return paced ?? take(limits, request, asked, at, full);
    return later(paced, full) ?? take(limits, request, asked, at, undefined);
  }

  async release(account: string, admissionId: string, rules: readonly LimitRule[]): Promise<void> {
    const limits = this.#limitsOf(account);
    const at = this.#now();
    for (const rule of rules) {
      if (wantsRelease(rule)) this.#countersOf(rule, limits).end(rule, admissionId, at);
    }
  }

  async closeBarrier(account: string, key: string, closure: Closure): Promise<ClosureAnswer> {
    const { steadyMs, wallMs } = this.#now();
    return this.#doorOf(account, key).close(steadyMs, closure, nextBeijingMidnight(wallMs) - wallMs);
  }

  async slowDown(account: string, key: string, seenPerSecond: number): Promise<ClosureAnswer> {
    return this.#doorOf(account, key).slowDown(this.#now().steadyMs, seenPerSecond);
  }

  async openBarrier(account: string, key: string): Promise<void> {
    this.#limitsOf(account).doors.set(key, new SharedDoor());
  }

  async takeTurn(account: string, key: string, forMs: number): Promise<boolean> {
    const { steadyMs } = this.#now();
    const { turns } = this.#limitsOf(account);
    turns.sweep((freeAt) => freeAt <= steadyMs);
    if ((turns.get(key) ?? 0) > steadyMs) return false;
    turns.set(key, steadyMs + closureMs(forMs));
    return true;
  }

  async report(account: string, report: FleetReport): Promise<FleetView> {
    return this.#limitsOf(account).fleet.report(report, this.#now());
  }

  async timeLine(account: string, endpoint: string): Promise<readonly TimeLineEntry[]> {
    return this.#limitsOf(account).fleet.timeLine(endpoint, this.#now());
  }

  async close(): Promise<void> {
    this.#accounts.clear();
  }

  #now(): Instant {
    return { wallMs: Math.floor(this.#clock.now()), steadyMs: Math.floor(this.#clock.monotonic()) };
  }

  #countersOf({ organisation }: LimitRule, limits: AccountLimits): Counters {
    return organisation === undefined ? limits.counters : this.#limitsOf(organisation).counters;
  }

  #limitsOf(account: string): AccountLimits {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const fresh = {
      counters: new Counters(this.#logEntries),
      doors: new SweptMap<SharedDoor>(),
      turns: new SweptMap<number>(),
      fleet: new MemoryFleet(),
    };
    this.#accounts.set(account, fresh);
    return fresh;
  }

  #doorOf(account: string, key: string): SharedDoor {
    const { doors } = this.#limitsOf(account);
    const door = doors.get(key) ?? new SharedDoor();
    doors.set(key, door);
    return door;
  }
}

function sweep({ counters, doors }: AccountLimits, at: Instant): void {
  counters.sweep(at);
  doors.sweep((door) => door.isIdle(at.steadyMs));
}

function askEach(rules: readonly LimitRule[], counters: readonly Counter[], at: Instant): AskedRule[] {
  const asked: AskedRule[] = [];
  for (const [index, counter] of counters.entries()) {
    const rule = rules[index];
    if (rule !== undefined) asked.push({ rule, counter, room: counter.ask(rule, at) });
  }
  return asked;
}

function closedDoor({ doors }: AccountLimits, request: AdmitRequest, at: Instant): Refusal | undefined {
  if (doors.size === 0) return undefined;
  const waits = request.barriers.map(({ key }) => doors.get(key)?.closedMs(at.steadyMs) ?? 0);
  return refusalOf('barrier', request.barriers, waits);
}

function pacedDoor({ doors }: AccountLimits, request: AdmitRequest, at: Instant): Refusal | undefined {
  if (doors.size === 0) return undefined;
  const waits = request.barriers.map(({ key }) => doors.get(key)?.paceWaitMs(at.steadyMs) ?? 0);
  const refusal = refusalOf('pace', request.barriers, waits);
  return refusal && { ...refusal, key: paceKeyOf(refusal.key) };
}

function fullRule(asked: readonly AskedRule[]): Refusal | undefined {
  if (asked.every(({ room }) => room.waitMs === 0)) return undefined;
  const rules = asked.map(({ rule }) => rule);
  const waits = asked.map(({ room }) => room.waitMs);
  return refusalOf('limit', rules, waits);
}

/** Names the one that opens last: only then do all have room. */
function refusalOf(
  by: Refusal['by'],
  holders: readonly Pick<Refusal, 'key' | 'scope'>[],
  waits: readonly number[],
): Refusal | undefined {
  const retryAfterMs = Math.max(0, ...waits);
  const last = holders[waits.indexOf(retryAfterMs)];
  if (retryAfterMs === 0 || last === undefined) return undefined;
  return { type: 'refused', by, key: last.key, scope: last.scope, retryAfterMs };
}

function later(one: Refusal | undefined, other: Refusal | undefined): Refusal | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.retryAfterMs > other.retryAfterMs ? one : other;
}

function take(
  { doors }: AccountLimits,
  { barriers, admissionId, inFlightMs }: AdmitRequest,
  asked: readonly AskedRule[],
  at: Instant,
  shadowed: Refusal | undefined,
): Admitted {
  for (const { rule, counter } of asked) counter.take(rule, admissionId, at, inFlightMs);
  if (doors.size > 0) for (const { key } of barriers) doors.get(key)?.pass(at.steadyMs);
  const admitted: { -readonly [Key in keyof Admitted]: Admitted[Key] } = { type: 'admitted' };
  const drew = freestDraw(asked);
  if (drew !== undefined) admitted.drew = drew;
  if (shadowed !== undefined) admitted.shadowed = shadowed;
  const remaining = scarcest(asked, at);
  if (remaining !== undefined) admitted.remaining = remaining;
  return admitted;
}

function freestDraw(asked: readonly AskedRule[]): Drawing | undefined {
  let freest: Drawing | undefined;
  for (const { rule, room } of asked) {
    if (room.draw === undefined) continue;
    if (freest === undefined || drawOrder.indexOf(room.draw) > drawOrder.indexOf(freest.how)) {
      freest = { how: room.draw, key: rule.key };
    }
  }
  return freest;
}

/** What sums of fractions stray by. */
const rounding = 0.000_001;

function scarcest(asked: readonly AskedRule[], at: Instant): Remaining | undefined {
  let found: Remaining | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { rule, counter } of asked) {
    const left = counter.left(rule, at);
    if (left === undefined) continue;
    const max = rule.type === 'bucket' ? rule.burst : rule.max;
    if (left / max >= least) continue;
    least = left / max;
    found = { key: rule.key, max, left: Math.max(0, Math.floor(left + rounding)) };
  }
  return found;
}
