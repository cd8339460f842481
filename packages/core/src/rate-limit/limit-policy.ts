import { type Clock, systemClock } from '../clock/clock.js';
import type { EndpointKind } from '../endpoint/endpoint.js';
import type { CircuitSettings } from '../retry/circuit-breaker.js';
import type { LimitScope } from '../verdict/verdict.js';
import { type AdaptiveSettings, adaptiveSettings, type InFlightBounds } from './adaptive-options.js';
import { type AlertSettings, alertSettings } from './alert-options.js';
import { type AllowEntry, AllowList } from './budget/allow-list.js';
import { type Group, GroupBudget } from './budget/group-budget.js';
import type { OnLimit } from './budget/group-options.js';
import { Rollout } from './budget/rollout.js';
import { TenantBudget, type TenantLimits } from './budget/tenant-budget.js';
import { circuitSettings } from './circuit-options.js';
import {
  type CheckedLimitOptions,
  checkLimitOptions,
  type LimitOptions,
  type LimitSpec,
  type OrganisationLimits,
  type PerRecipientLimit,
} from './limit-options.js';
import type { BarrierKey, LimitRule } from './limit-store.js';
import { type QueueSettings, queueSettings } from './queue-options.js';
import { fit, rulesOf } from './window-rules.js';

/** What a platform package knows of its limits. Users' options go before it. */
export interface PlatformLimits {
  readonly endpoints?: LimitOptions['endpoints'];
  readonly app?: LimitOptions['app'];
  readonly organisation?: LimitOptions['organisation'];
  /** Every one of them holds. @default 4 in 60 000 ms */
  readonly perRecipient?: readonly Pick<PerRecipientLimit, 'max' | 'windowMs'>[] | undefined;
  /** Message endpoints that the limit per recipient holds for. @default every message endpoint */
  readonly perRecipientEndpoints?: readonly string[] | undefined;
}

/** What of a call decides on its limits. */
export interface LimitedCall {
  readonly endpoint: string;
  readonly kind: EndpointKind;
  readonly recipient?: string | undefined;
  /** Each person, where one request may reach several. @default `recipient` */
  readonly recipients?: readonly string[] | undefined;
  /** What the endpoint declares. */
  readonly weight: number;
  /** Budget group. Groups never stand in each other's way: each has lines of its own. */
  readonly group?: string | undefined;
  readonly tenant?: string | undefined;
  /** Of a message. Permissions and the rollout go by it. */
  readonly requestId?: string | undefined;
  readonly callId?: string | undefined;
}

/** All that a call has to pass. */
export interface CallLimits {
  /** Narrowest first. */
  readonly rules: readonly LimitRule[];
  readonly barriers: readonly BarrierKey[];
  /** `false`: the call is in shadow; its rules are counted and hold nobody up. */
  readonly enforce: boolean;
  /** The call is on the list of those who may pass, so no limit of a group or a tenant is among the rules. */
  readonly passes: boolean;
  /** Most calls that may stand in line in one process under this key, whatever they wait for. */
  readonly waiting?: { readonly key: string; readonly max: number } | undefined;
}

/** How one call stands apart from others of its endpoint and group. */
type Standing = Pick<CallLimits, 'enforce' | 'passes'>;

interface SharedLimits {
  readonly limits: CallLimits;
  /** How many of its rules, the first ones, count the people that a request names. */
  readonly countingPeople: number;
  readonly declaredWeight: number;
  /** What the call takes from the app, and from its tenant. */
  readonly weight: number;
}

export interface PolicyContext {
  /** Begins the names of all accounts that share it. @default none */
  readonly organisation?: string | undefined;
  /** Schedules and permissions go by its wall clock. @default the host's */
  readonly clock?: Clock | undefined;
  /** What the fleet has allowed so far. @default nothing */
  readonly allowed?: readonly AllowEntry[] | undefined;
}

const defaultPerRecipient = [{ max: 4, windowMs: 60_000 }];
/** A call to more people than this is not counted for each of them: so many counters would hold up everybody's admission. */
const mostCountedPeople = 200;
const defaultHeadroom = 0.2;
/** More endpoints than any platform has: paths that callers make up must not fill the memory. */
const mostEndpoints = 1000;

const gateway: BarrierKey = { key: 'gateway', scope: 'gateway' };
const app: BarrierKey = { key: 'app', scope: 'app' };
/** Closed while the alert is red. */
export const nonCoreBarrier: BarrierKey = { key: 'non-core', scope: 'app' };

/** Which limits hold for which call. What the options say never changes; a change of options makes another policy. */
export class LimitPolicy {
  readonly #options: CheckedLimitOptions;
  readonly #platform: PlatformLimits;
  readonly #context: PolicyContext;
  readonly #perRecipientEndpoints: ReadonlySet<string> | undefined;
  readonly #recipientWindows: readonly RecipientWindow[];
  readonly #groups: GroupBudget;
  readonly #tenants: TenantBudget;
  readonly #rollout: Rollout;
  readonly #adaptive: AdaptiveSettings;
  /** By endpoint; then by group, and by standing within the group. */
  readonly #shared = new Map<string, SharedLimits[]>();

  /** Share of every endpoint and app window that is left unused. */
  readonly headroom: number;
  /** The options' permissions, and those that the fleet shares. */
  readonly allowList: AllowList;
  /** `undefined` where no alert is raised. */
  readonly alerts: AlertSettings | undefined;
  /** `undefined` where no endpoint is left alone. */
  readonly circuit: CircuitSettings | undefined;
  readonly queue: QueueSettings;

  /** @throws {ConfigError} with path and value, for example `limits.endpoints.template.send.perMinute` */
  constructor(options: LimitOptions = {}, platform: PlatformLimits = {}, context: PolicyContext = {}) {
    const checked = checkLimitOptions(options, platform.app);
    const clock = context.clock ?? systemClock;
    const now = () => clock.now();
    this.#options = checked;
    this.#platform = platform;
    this.#context = context;
    this.#groups = new GroupBudget(checked.groups);
    this.#tenants = new TenantBudget(checked, now);
    this.#rollout = new Rollout(checked);
    this.#adaptive = adaptiveSettings(checked.adaptive);
    this.headroom = checked.headroom ?? defaultHeadroom;
    this.allowList = new AllowList(checked.allow ?? {}, now);
    this.allowList.replaceShared(context.allowed ?? []);
    this.alerts = alertSettings(checked.alerts);
    this.circuit = circuitSettings(checked.circuit);
    this.queue = queueSettings(checked.queue);
    const names = checked.perRecipient?.endpoints ?? platform.perRecipientEndpoints;
    this.#perRecipientEndpoints = names === undefined ? undefined : new Set(names);
    this.#recipientWindows = recipientWindows(checked.perRecipient, platform.perRecipient);
  }

  /**
   * The policy that other options make on the same platform. What the fleet has allowed holds on.
   *
   * @throws {ConfigError} as the constructor does; then this one may be used on
   */
  changedTo(options: LimitOptions): LimitPolicy {
    return new LimitPolicy(options, this.#platform, { ...this.#context, allowed: this.allowList.shared });
  }

  get whenUnavailable(): LimitOptions['whenUnavailable'] {
    return this.#options.whenUnavailable;
  }

  /** `undefined` where nothing bounds the calls under way. */
  get inFlight(): InFlightBounds | undefined {
    return this.#adaptive.inFlight;
  }

  get quotaMode(): 'learn' | 'ask' | 'ignore' {
    return this.#adaptive.quotaMode;
  }

  /** Whether a door keeps a shared pace after a limit answer. */
  get keepsPace(): boolean {
    return this.#adaptive.keepsPace;
  }

  /** The declared group that a call's `group` stands for; `default` where it names none. */
  groupOf(group?: string): string {
    return this.#groups.of(group).name;
  }

  /** Whether messages may come to be queued without their callers' asking for it, or somebody prepares for it. */
  get mayQueue(): boolean {
    return this.#options.queue !== undefined || this.#groups.someQueue;
  }

  onLimitOf(group?: string): OnLimit {
    return this.#groups.of(group).onLimit;
  }

  /** Of its lines in one process; the higher one tries first. */
  priorityOf(group?: string): number {
    return this.#groups.of(group).priority;
  }

  /** Whether its calls go on while the alert is red. */
  isCore(group?: string): boolean {
    return this.#groups.of(group).core;
  }

  /** Made once per endpoint and group but for the parts of the recipient and the tenant. */
  limitsOf(call: LimitedCall): CallLimits {
    const passes = this.allowList.has(call);
    const shared = this.#sharedLimits(call, { enforce: this.#rollout.picks(call), passes });
    const isTenants = call.tenant !== undefined && !passes;
    const tenant = isTenants ? this.#tenants.limitsOf(call.tenant, shared.weight) : undefined;
    const recipient = call.kind === 'message' ? call.recipient : undefined;
    if (recipient === undefined && tenant === undefined) return shared.limits;
    return this.#withOwn(shared, call, recipient, tenant);
  }

  #withOwn(
    shared: SharedLimits,
    { endpoint, recipients }: LimitedCall,
    recipient: string | undefined,
    tenant: TenantLimits | undefined,
  ): CallLimits {
    const { barriers, enforce, passes } = shared.limits;
    const people = recipients ?? (recipient === undefined ? [] : [recipient]);
    const isCounted =
      people.length <= mostCountedPeople && (this.#perRecipientEndpoints?.has(endpoint) ?? true);
    const rules: LimitRule[] = [];
    if (isCounted) for (const person of people) this.#addRecipientRules(person, rules);
    if (tenant !== undefined) rules.push(...tenant.rules);
    rules.push(...rulesFor(people.length, shared));
    return {
      rules,
      barriers:
        recipient === undefined ? barriers : [...barriers, barrierOf('recipient', endpoint, recipient)],
      enforce,
      passes,
      waiting: tenant?.waiting,
    };
  }

  #sharedLimits(call: LimitedCall, standing: Standing): SharedLimits {
    const group = this.#groups.of(call.group);
    const variant = group.index * 4 + (standing.enforce ? 2 : 0) + (standing.passes ? 1 : 0);
    const variants = this.#variantsOf(call.endpoint);
    const known = variants[variant];
    if (known !== undefined && known.declaredWeight === call.weight) return known;
    const made = this.#makeShared(call, group, standing);
    variants[variant] = made;
    return made;
  }

  #variantsOf(endpoint: string): SharedLimits[] {
    const known = this.#shared.get(endpoint);
    if (known !== undefined) return known;
    if (this.#shared.size >= mostEndpoints) this.#shared.clear();
    const made: SharedLimits[] = [];
    this.#shared.set(endpoint, made);
    return made;
  }

  #makeShared(
    { endpoint, weight: declaredWeight }: LimitedCall,
    group: Group,
    standing: Standing,
  ): SharedLimits {
    const spec: LimitSpec = {
      ...this.#platform.endpoints?.[endpoint],
      ...definedFields(this.#options.endpoints?.[endpoint]),
    };
    const weight = spec.weight ?? declaredWeight;
    const name = `endpoint:${endpoint}`;
    const own = rulesOf(spec, { name, scope: 'endpoint', weight: 1 }, this.headroom);
    const rules = [...own, ...this.#organisationRules(endpoint), ...this.#appRules(weight, group, standing)];
    return {
      declaredWeight,
      weight,
      countingPeople: spec.countsPeople === true ? own.length : 0,
      limits: { ...standing, rules, barriers: barriersOf(endpoint, group, standing) },
    };
  }

  #organisationRules(endpoint: string): LimitRule[] {
    const { organisation } = this.#context;
    if (organisation === undefined) return [];
    const spec = organisationSpec(endpoint, this.#platform.organisation, this.#options.organisation);
    const name = `organisation:${endpoint}`;
    const rules = rulesOf(spec, { name, scope: 'endpoint', weight: 1 }, this.headroom);
    return rules.map((rule) => ({ ...rule, organisation }));
  }

  #appRules(weight: number, group: Group, { passes }: Standing): LimitRule[] {
    const spec = { ...this.#platform.app, ...definedFields(this.#options.app) };
    return rulesOf(
      spec,
      {
        name: 'app',
        scope: 'app',
        weight,
        share: (rule, figure) =>
          passes ? this.#groups.shareWhole(rule, group) : this.#groups.share(rule, figure, group),
      },
      this.headroom,
    );
  }

  /** Counted from the end of each call: the promise is about arrivals, and there is no headroom that would hide jitter. */
  #addRecipientRules(recipient: string, rules: LimitRule[]): void {
    for (const { max, windowMs, keyEnd } of this.#recipientWindows) {
      const key = `recipient:${recipient}:${keyEnd}`;
      rules.push({
        type: 'sliding-window',
        key,
        scope: 'recipient',
        weight: 1,
        max,
        windowMs,
        countsFrom: 'end',
      });
    }
  }
}

interface RecipientWindow {
  readonly max: number;
  readonly windowMs: number;
  readonly keyEnd: string;
}

function recipientWindows(
  own: CheckedLimitOptions['perRecipient'],
  platforms: PlatformLimits['perRecipient'] = defaultPerRecipient,
): readonly RecipientWindow[] {
  const windows = own === undefined ? platforms : [own];
  return windows.map(({ max, windowMs }, index) => ({
    max,
    windowMs,
    keyEnd: index === 0 ? 'window' : `${windowMs}ms`,
  }));
}

/** The rules that all share, those that count people with their number. */
function rulesFor(people: number, { limits: { rules }, countingPeople }: SharedLimits): readonly LimitRule[] {
  if (countingPeople === 0 || people <= 1) return rules;
  return rules.map((rule, index) => {
    const counts = index < countingPeople && rule.type !== 'concurrency';
    return counts ? { ...rule, ...fit(people, rule.max) } : rule;
  });
}

/** An endpoint that is named has its own figures alone; the user's go before the platform's, field by field. */
function organisationSpec(
  endpoint: string,
  platform: OrganisationLimits = {},
  own: OrganisationLimits = {},
): LimitSpec {
  const named = { ...platform.endpoints?.[endpoint], ...definedFields(own.endpoints?.[endpoint]) };
  const isNamed = platform.endpoints?.[endpoint] !== undefined || own.endpoints?.[endpoint] !== undefined;
  return isNamed ? named : { ...platform.everyEndpoint, ...definedFields(own.everyEndpoint) };
}

/** A red alert is this library's own word, so it holds up neither who may pass nor who is in shadow. */
function barriersOf(endpoint: string, group: Group, { enforce, passes }: Standing): readonly BarrierKey[] {
  const platforms = [gateway, app, barrierOf('endpoint', endpoint)];
  return group.core || passes || !enforce ? platforms : [...platforms, nonCoreBarrier];
}

/** The barrier that an answer of this scope closes. */
export function barrierOf(scope: LimitScope, endpoint: string, recipient?: string): BarrierKey {
  if (scope === 'gateway') return gateway;
  if (scope === 'app') return app;
  if (scope === 'recipient' && recipient !== undefined) return { key: `recipient:${recipient}`, scope };
  return { key: `endpoint:${endpoint}`, scope: 'endpoint' };
}

function definedFields<Spec extends object>(spec: Spec | undefined): Partial<Spec> {
  // What is left is a part of what came in.
  return Object.fromEntries(
    Object.entries(spec ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Spec>;
}
