import type { EndpointKind } from '../endpoint/endpoint.js';
import type { LimitScope } from '../verdict/verdict.js';
import {
  type CheckedLimitOptions,
  checkLimitOptions,
  type LimitOptions,
  type LimitSpec,
} from './limit-options.js';
import type { BarrierKey, LimitRule } from './limit-store.js';

/** What a platform package knows of its limits. Users' options go before it. */
export interface PlatformLimits {
  readonly endpoints?: LimitOptions['endpoints'];
  readonly app?: LimitOptions['app'];
  /** Message endpoints that the limit per recipient holds for. @default every message endpoint */
  readonly perRecipientEndpoints?: readonly string[] | undefined;
}

/** What of a call decides on its limits. */
export interface LimitedCall {
  readonly endpoint: string;
  readonly kind: EndpointKind;
  readonly recipient?: string | undefined;
  /** What the endpoint declares. */
  readonly weight: number;
}

/** All that a call has to pass. */
export interface CallLimits {
  readonly rules: readonly LimitRule[];
  readonly barriers: readonly BarrierKey[];
}

interface EndpointLimits extends CallLimits {
  readonly weight: number;
  readonly isPerRecipient: boolean;
}

const defaultPerRecipient = { max: 4, windowMs: 60_000 };
const defaultHeadroom = 0.2;
/** A place is given back after this, should its holder die: longer than any attempt takes. */
const placeHoldMs = 120_000;

const gateway: BarrierKey = { key: 'gateway', scope: 'gateway' };
const app: BarrierKey = { key: 'app', scope: 'app' };

/** Which limits hold for which call. */
export class LimitPolicy {
  readonly #options: CheckedLimitOptions;
  readonly #platform: PlatformLimits;
  readonly #headroom: number;
  readonly #perRecipientEndpoints: ReadonlySet<string> | undefined;
  readonly #byEndpoint = new Map<string, EndpointLimits>();

  /** @throws {ConfigError} with path and value, for example `limits.endpoints.template.send.perMinute` */
  constructor(options: LimitOptions = {}, platform: PlatformLimits = {}) {
    this.#options = checkLimitOptions(options);
    this.#platform = platform;
    this.#headroom = this.#options.headroom ?? defaultHeadroom;
    const names = this.#options.perRecipient?.endpoints ?? platform.perRecipientEndpoints;
    this.#perRecipientEndpoints = names === undefined ? undefined : new Set(names);
  }

  get whenUnavailable(): LimitOptions['whenUnavailable'] {
    return this.#options.whenUnavailable;
  }

  /** Made once per endpoint but for the recipient's part, narrowest rule first. */
  limitsOf(call: LimitedCall): CallLimits {
    const shared = this.#sharedLimits(call);
    if (call.kind !== 'message' || call.recipient === undefined) return shared;
    const closed = barrierOf('recipient', call.endpoint, call.recipient);
    const barriers = [...shared.barriers, closed];
    if (!shared.isPerRecipient) return { rules: shared.rules, barriers };
    return { rules: [this.#recipientRule(call.recipient), ...shared.rules], barriers };
  }

  #sharedLimits(call: LimitedCall): EndpointLimits {
    const known = this.#byEndpoint.get(call.endpoint);
    if (known !== undefined && known.weight === call.weight) return known;
    const made = this.#makeLimits(call);
    this.#byEndpoint.set(call.endpoint, made);
    return made;
  }

  #makeLimits({ endpoint, weight }: LimitedCall): EndpointLimits {
    const spec: LimitSpec = {
      ...this.#platform.endpoints?.[endpoint],
      ...definedFields(this.#options.endpoints?.[endpoint]),
    };
    const appSpec = { ...this.#platform.app, ...definedFields(this.#options.app) };
    return {
      weight,
      isPerRecipient: this.#perRecipientEndpoints?.has(endpoint) ?? true,
      rules: [
        ...this.#rulesOf(spec, `endpoint:${endpoint}`, 'endpoint', 1),
        ...this.#rulesOf(appSpec, 'app', 'app', spec.weight ?? weight),
      ],
      barriers: [gateway, app, barrierOf('endpoint', endpoint)],
    };
  }

  /** Counted from the end of each call: the promise is about arrivals, and there is no headroom that would hide jitter. */
  #recipientRule(recipient: string): LimitRule {
    const { max, windowMs } = this.#options.perRecipient ?? defaultPerRecipient;
    const key = `recipient:${recipient}:window`;
    return { type: 'sliding-window', key, scope: 'recipient', weight: 1, max, windowMs, countsFrom: 'end' };
  }

  #rulesOf(spec: LimitSpec, name: string, scope: LimitScope, weight: number): LimitRule[] {
    const rules: LimitRule[] = [];
    for (const [windowMs, max] of windowsOf(spec)) {
      const usable = this.#withHeadroom(max);
      const key = `${name}:${windowMs}ms`;
      rules.push({ type: 'sliding-window', key, scope, max: usable, windowMs, ...fit(weight, usable) });
    }
    if (spec.perDay !== undefined) {
      const max = this.#withHeadroom(spec.perDay);
      rules.push({ type: 'calendar-day', key: `${name}:day`, scope, max, ...fit(weight, max) });
    }
    if (spec.concurrency !== undefined) {
      const key = `${name}:concurrency`;
      rules.push({ type: 'concurrency', key, scope, weight: 1, max: spec.concurrency, holdMs: placeHoldMs });
    }
    return rules;
  }

  /** At least one: a limit that lets nothing through would hold calls up for ever. */
  #withHeadroom(max: number): number {
    // 1000 × (1 − 0.9) is 99.99…; the small addition makes it the 100 that is meant.
    return Math.max(1, Math.floor(max * (1 - this.#headroom) + 1e-6));
  }
}

/** The barrier that an answer of this scope closes. */
export function barrierOf(scope: LimitScope, endpoint: string, recipient?: string): BarrierKey {
  if (scope === 'gateway') return gateway;
  if (scope === 'app') return app;
  if (scope === 'recipient' && recipient !== undefined) return { key: `recipient:${recipient}`, scope };
  return { key: `endpoint:${endpoint}`, scope: 'endpoint' };
}

/** One rule per length of window: where two are given for the same length, the smaller one holds. */
function windowsOf(spec: LimitSpec): ReadonlyMap<number, number> {
  const maxByWindowMs = new Map<number, number>();
  const add = (max: number | undefined, windowMs: number | undefined) => {
    if (max === undefined || windowMs === undefined) return;
    maxByWindowMs.set(windowMs, Math.min(max, maxByWindowMs.get(windowMs) ?? max));
  };
  add(spec.perSecond, 1000);
  add(spec.perMinute, 60_000);
  add(spec.max, spec.windowMs);
  return maxByWindowMs;
}

/** A call that is heavier than the whole limit takes all of it; otherwise it could never go. */
function fit(weight: number, max: number): { readonly weight: number } {
  return { weight: Math.min(weight, max) };
}

function definedFields<Spec extends object>(spec: Spec | undefined): Partial<Spec> {
  // What is left is a part of what came in.
  return Object.fromEntries(
    Object.entries(spec ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Spec>;
}
