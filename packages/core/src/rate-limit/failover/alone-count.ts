import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock.js';
import type { Instant } from '../counters/index.js';
import type { AdmitAnswer, AdmitRequest, LimitRule, Refusal } from '../limit-store.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import type { KnownLeft } from './known-left.js';
import { type FleetShare, isLong, memoryMs, partOf, ruleAlone } from './part-of-the-fleet.js';
import { unitEndsAt } from './unit-end.js';

export interface AloneCountOptions {
  readonly account: string;
  readonly clock: Clock;
  readonly share: FleetShare;
  readonly inFlightMs: number;
  /** What was left of long windows when the store was last asked. */
  readonly known: KnownLeft;
}

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
  readonly #taken = new Map<string, Taken>();
  /** Long rules, as they are counted here, in whose counter stands what others may have taken. */
  readonly #begun = new Set<string>();
  readonly store: MemoryLimitStore;

  constructor(options: AloneCountOptions) {
    this.#options = options;
    this.#lostAt = this.#now();
    this.store = new MemoryLimitStore(options.clock);
  }

  /**
   * Barriers are those that were closed since.
   *
   * @param waitsOut `false`: the shared store, which is asked as well, knows what others took of short windows
   */
  async admit(request: AdmitRequest, waitsOut = true): Promise<AdmitAnswer> {
    const rules: LimitRule[] = [];
    for (const rule of request.rules) {
      const alone = ruleAlone(rule, this.#options.share);
      const waitMs = waitsOut || isLong(rule) ? await this.#othersMs(rule) : 0;
      if (alone !== undefined && waitMs === 0) rules.push(alone);
      else if (request.enforce !== false) return refusalOf(rule, waitMs);
    }
    const answer = await this.store.admit({ ...request, rules });
    if (answer.type === 'admitted') this.#note(request.rules);
    return answer.type === 'refused' ? renamed(answer, request.rules) : answer;
  }

  async release(admissionId: string, rules: readonly LimitRule[]): Promise<void> {
    const { account, share } = this.#options;
    const alone = rules.map((rule) => ruleAlone(rule, share)).filter((rule) => rule !== undefined);
    await this.store.release(account, admissionId, alone);
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

  /** Time until what others may have taken of a rule no longer counts; a long one is charged with it instead. */
  async #othersMs(rule: LimitRule): Promise<number> {
    const leftMs = Math.max(0, this.#forgottenAt(rule) - this.#now().steadyMs);
    if (leftMs === 0 || !isLong(rule)) return leftMs;
    await this.#begin(rule);
    return 0;
  }

  #forgottenAt(rule: LimitRule): number {
    const { share, inFlightMs } = this.#options;
    const { steadyMs, wallMs } = this.#lostAt;
    if (rule.type === 'calendar') return steadyMs + unitEndsAt(rule.unit, wallMs) - wallMs;
    return steadyMs + memoryMs(rule, inFlightMs, share);
  }

  async #begin(rule: LimitRule): Promise<void> {
    const { account, share, known } = this.#options;
    const alone = ruleAlone(rule, share);
    if (alone === undefined || this.#begun.has(alone.key)) return;
    this.#begun.add(alone.key);
    const left = Math.min(rule.max, known.leftOf(rule, this.#lostAt) ?? 0);
    const weight = alone.max - partOf(left, share);
    if (weight <= 0) return;
    const rules = [{ ...alone, weight }];
    await this.store.admit({
      account,
      admissionId: randomUUID(),
      rules,
      barriers: [],
      inFlightMs: 0,
      enforce: false,
    });
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

/** Where this process has no part at all, only the others' return changes that. */
function refusalOf({ key, scope }: LimitRule, waitMs: number): Refusal {
  return {
    type: 'refused',
    by: 'limit',
    key,
    scope,
    retryAfterMs: waitMs > 0 ? waitMs : Number.POSITIVE_INFINITY,
  };
}

/** Groups share one counter here; the asker knows its rule by the group's key. */
function renamed(refusal: Refusal, rules: readonly LimitRule[]): Refusal {
  const isShared = (rule: LimitRule) => 'split' in rule && rule.split?.counter === refusal.key;
  const asked = rules.find(({ key }) => key === refusal.key) ?? rules.find(isShared);
  return asked === undefined ? refusal : { ...refusal, key: asked.key, scope: asked.scope };
}
