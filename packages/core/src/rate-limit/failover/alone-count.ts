import type { Clock } from '../../clock/clock.js';
import type { Instant } from '../counters/index.js';
import type { AdmitAnswer, AdmitRequest, LimitRule, Refusal } from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { unitEndsAt } from '../unit-end.js';
import type { KnownLeft } from './known-left.js';
import { type FleetShare, isLong, memoryMs, partOf, ruleAlone } from './part-of-the-fleet.js';
import { type Reservation, ReservingCounters } from './reservation.js';

export interface AloneCountOptions {
  readonly account: string;
  readonly clock: Clock;
  readonly share: FleetShare;
  readonly inFlightMs: number;
  /** What was left of long windows when the store was last asked. */
  readonly known: KnownLeft;
}

/**
 * What is to be kept of a rule here.
 * - `nothing`: the shared store does that
 * - `past`: what others took before the loss has to be waited out
 * - `part`: this process keeps to its part
 * - `both`
 */
export type Care = 'nothing' | 'past' | 'part' | 'both';

/** What was taken of one long window or unit. */
interface Taken {
  readonly rule: LimitRule;
  readonly weight: number;
  readonly wallMs: number;
}

/**
 * Counts for one process since it lost contact with the others.
 *
 * What they took before that is not known here. So a rule lets nothing through until all of it has left the rule's window,
 * and from then on this process' part of the rule. Nobody waits that long for a long window or a day: of what was last
 * known to be left of it, this process takes its part at once; where nothing is known, none.
 */
export class AloneCount {
  readonly #options: AloneCountOptions;
  readonly #lostAt: Instant;
  readonly #counters = new ReservingCounters();
  readonly #taken = new Map<string, Taken>();
  /** Long rules whose counter holds what others may have taken. */
  readonly #charged = new Set<string>();
  /** For what is no rule: barriers that were closed since, and turns. */
  readonly store: MemoryLimitStore;

  constructor(options: AloneCountOptions) {
    this.#options = options;
    this.#lostAt = this.#now();
    this.store = new MemoryLimitStore(options.clock);
  }

  async admit(request: AdmitRequest): Promise<AdmitAnswer> {
    const answer = await this.store.admit({ ...request, rules: [] });
    if (answer.type === 'refused') return answer;
    const room = this.reserve(request, () => 'both');
    if (room.type === 'refused') return room;
    room.take(request.admissionId, this.#now(), request.inFlightMs);
    this.#note(request.rules);
    return answer;
  }

  /** Sets room aside. In shadow nothing is ever refused. */
  reserve({ rules, enforce }: AdmitRequest, careOf: (rule: LimitRule) => Care): Reservation | Refusal {
    const at = this.#now();
    const counted: LimitRule[] = [];
    for (const rule of rules) {
      const care = careOf(rule);
      const waitMs = care === 'nothing' ? 0 : this.#waitMs(rule, care, at);
      if (waitMs > 0 && enforce !== false) return refusalOf(rule, waitMs);
      const alone = care === 'part' || care === 'both' ? ruleAlone(rule, this.#options.share) : undefined;
      if (alone !== undefined) counted.push(alone);
    }
    return this.#counters.reserve(counted);
  }

  release(admissionId: string, rules: readonly LimitRule[]): void {
    const at = this.#now();
    for (const rule of rules) {
      const alone = ruleAlone(rule, this.#options.share);
      if (alone !== undefined) this.#counters.end(alone, admissionId, at);
    }
  }

  /** Whether something is known of what others left of it. */
  knows(rule: LimitRule): boolean {
    return this.#options.known.leftOf(rule, this.#lostAt) !== undefined;
  }

  /** Hands over what was taken of the long windows and units that are under way, to be told to the store that all share. */
  takeLong(): readonly LimitRule[] {
    const { wallMs } = this.#now();
    const taken = [...this.#taken.values()];
    this.#taken.clear();
    const isNow = ({ rule, wallMs: at }: Taken) =>
      rule.type !== 'calendar' || unitEndsAt(rule.unit, at) === unitEndsAt(rule.unit, wallMs);
    return taken.filter(isNow).map(({ rule, weight }) => ({ ...rule, weight }));
  }

  /** Takes back what could not be told. */
  giveBack(rules: readonly LimitRule[]): void {
    this.#note(rules);
  }

  /** Where this process has no part at all, only the others' return changes that. */
  #waitMs(rule: LimitRule, care: Care, at: Instant): number {
    const pastMs = care === 'part' && !isLong(rule) ? 0 : this.#pastMs(rule, at);
    if (pastMs > 0 || care === 'past') return pastMs;
    const alone = ruleAlone(rule, this.#options.share);
    return alone === undefined ? Number.POSITIVE_INFINITY : this.#counters.waitMs(alone, at);
  }

  /** Time until what others may have taken of a rule no longer counts; a long one is charged with it instead. */
  #pastMs(rule: LimitRule, at: Instant): number {
    const leftMs = Math.max(0, this.#forgottenAt(rule) - at.steadyMs);
    if (leftMs === 0 || !isLong(rule)) return leftMs;
    this.#charge(rule, at);
    return 0;
  }

  #forgottenAt(rule: LimitRule): number {
    const { share, inFlightMs } = this.#options;
    const { steadyMs, wallMs } = this.#lostAt;
    if (rule.type === 'calendar') return steadyMs + unitEndsAt(rule.unit, wallMs) - wallMs;
    return steadyMs + memoryMs(rule, inFlightMs, share);
  }

  #charge(rule: LimitRule, at: Instant): void {
    const { share, known } = this.#options;
    const alone = ruleAlone(rule, share);
    if (alone === undefined || this.#charged.has(alone.key)) return;
    this.#charged.add(alone.key);
    const left = Math.min(rule.max, known.leftOf(rule, this.#lostAt) ?? 0);
    const weight = alone.max - partOf(left, share);
    if (weight > 0) this.#counters.take({ ...alone, weight }, 'before', at, 0);
  }

  #note(rules: readonly LimitRule[]): void {
    for (const rule of rules) {
      if (!isLong(rule)) continue;
      const before = this.#taken.get(rule.key);
      const weight = Math.min(rule.max, (before?.weight ?? 0) + rule.weight);
      this.#taken.set(rule.key, { rule, weight, wallMs: this.#now().wallMs });
    }
  }

  #now(): Instant {
    const { clock } = this.#options;
    return { wallMs: Math.floor(clock.now()), steadyMs: Math.floor(clock.monotonic()) };
  }
}

function refusalOf({ key, scope }: LimitRule, retryAfterMs: number): Refusal {
  return { type: 'refused', by: 'limit', key, scope, retryAfterMs };
}
