import type { Clock } from '../../clock/clock.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { LimitPolicy } from '../limit-policy.js';
import type { FleetView, LimitRule } from '../limit-store.js';
import { rulesOf } from '../window-rules.js';
import type { FleetReporter } from './fleet-reporter.js';
import {
  concurrencyFactor,
  currentView,
  parseQuotaView,
  type QuotaView,
  usedShare,
  viewTtlMs,
} from './quota-view.js';
import { readRateLimitHeaders } from './rate-limit-headers.js';

/** What a quota's use does to the calls of this process. */
export interface QuotaLimiter {
  /** Part of its usual concurrency that an endpoint has, from 1 downwards. */
  setConcurrencyFactor(endpoint: string, factor: number): void;
  /** Closes a door for every process, at whose limit nobody has knocked yet. */
  closeAhead(scope: 'gateway' | 'endpoint', endpoint: string, forMs: number): Promise<unknown>;
}

export interface QuotaBookOptions {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Asked at each use: a policy may be reloaded. */
  readonly policy: () => Pick<LimitPolicy, 'quotaMode' | 'headroom'>;
  readonly limiter: QuotaLimiter;
  readonly reporter: Pick<FleetReporter, 'note' | 'view'>;
}

/** The name under which a gateway's quota is known that names no group. */
const gatewayName = 'gateway';
const notePrefix = 'quota:';
/** A change is told from this part of the limit on, and at most once in this time. */
const leastChange = 0.01;
const leastIntervalMs = 1000;
/** Two answers name the same reset a little apart. */
const sameResetMs = 2000;

interface Entry {
  view: QuotaView;
  /** As it was told last; `undefined`: not yet. */
  told: QuotaView | undefined;
  /** Requests of this process that the quota counts, since the view. */
  countedSince: number;
}

/** What is known of quotas, from the platform's own word, from headers, and from the other processes. */
export class QuotaBook {
  readonly #options: QuotaBookOptions;
  readonly #entries = new Map<string, Entry>();
  /** Whom a gateway counts an endpoint for. */
  readonly #groups = new Map<string, string>();
  readonly #factors = new Map<string, number>();
  #gatewayClosedUntil = 0;

  constructor(options: QuotaBookOptions) {
    this.#options = options;
  }

  /** Everything that is known and has not expired. */
  get views(): readonly QuotaView[] {
    const names = [...this.#entries.keys()];
    return names.map((name) => this.viewOf(name)).filter((view) => view !== undefined);
  }

  /** @param name `group.method`, or the name of a gateway's group */
  viewOf(name: string): QuotaView | undefined {
    const entry = this.#entries.get(name);
    return entry && currentView(entry.view, this.#options.clock.now());
  }

  /** Takes in what this process was told, and tells the others. */
  learn(view: QuotaView): void {
    const entry = this.#take(view);
    if (entry === undefined) return;
    // For the answer to a question others may wait, be it news or not.
    if (this.#tell(entry) || view.from === 'quota-get') this.#share(view);
  }

  /** For every answer of an endpoint; answers without such headers cost a look. */
  headersSeen(endpoint: string, headers: Readonly<Record<string, string>>): void {
    if (headers['x-ratelimit-limit'] === undefined || this.#isIgnored) return;
    const nowMs = this.#options.clock.now();
    const read = readRateLimitHeaders(headers, nowMs);
    if (read === undefined) return;
    const { group: name = gatewayName, limit, remaining, resetsInMs } = read;
    this.#groups.set(endpoint, name);
    const resetsAt = resetsInMs === undefined ? undefined : nowMs + resetsInMs;
    const used = limit - remaining;
    this.learn({ name, from: 'headers', limit, used, remaining, resetsAt, seenAt: nowMs });
    if (remaining === 0 && resetsAt !== undefined) this.#closeGateway(endpoint, resetsAt, nowMs);
    this.#follow(endpoint);
  }

  /** A request of this process that the endpoint's quota counts. */
  counted(endpoint: string): void {
    const entry = this.#entries.get(endpoint);
    if (entry !== undefined) entry.countedSince += 1;
  }

  /** Takes over what others have learned since. */
  onView({ notes }: FleetView): void {
    for (const [key, text] of notes) {
      const view = key.startsWith(notePrefix) ? parseQuotaView(text) : undefined;
      if (view === undefined || this.#isIgnored) continue;
      const entry = this.#take(view);
      if (entry !== undefined) this.#tell(entry);
    }
    for (const endpoint of this.#endpoints()) this.#follow(endpoint);
  }

  /** The rate limits that were learned of an endpoint, for its next admission. */
  rulesOf(endpoint: string): readonly LimitRule[] {
    const rate = this.#entries.get(endpoint)?.view.rateLimit;
    if (rate === undefined || this.#isIgnored) return [];
    // Whether the platform counts in fixed or in sliding windows is not told: what keeps any stretch keeps both.
    const owner = { name: `endpoint:${endpoint}:learned`, scope: 'endpoint', weight: 1 } as const;
    return rulesOf(rate, owner, this.#options.policy().headroom);
  }

  /** Part of an endpoint's concurrency that its quotas leave: 1, ½ beyond 60 % use, ¼ beyond 80 %. */
  factorOf(endpoint: string): number {
    const names = [endpoint, this.#groups.get(endpoint)];
    const shares = names.map((name) => (name === undefined ? 0 : this.#shareOf(name)));
    return concurrencyFactor(Math.max(...shares));
  }

  /** Its quota was cleared: nothing of what was known of its use holds. */
  forget(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    const { limit } = entry.view;
    this.learn({ ...entry.view, used: 0, remaining: limit, seenAt: this.#options.clock.now() });
    this.#follow(name);
  }

  get #isIgnored(): boolean {
    return this.#options.policy().quotaMode === 'ignore';
  }

  #endpoints(): ReadonlySet<string> {
    return new Set([...this.#entries.keys(), ...this.#groups.keys()]);
  }

  /** A quota is counted on from where it was seen, as if the others used it as fast as this process. */
  #shareOf(name: string): number {
    const view = this.viewOf(name);
    if (view === undefined) return 0;
    if (view.from === 'headers') return usedShare(view);
    const since = this.#entries.get(name)?.countedSince ?? 0;
    return usedShare({ ...view, used: view.used + since * this.#options.reporter.view.processes });
  }

  #follow(endpoint: string): void {
    const factor = this.factorOf(endpoint);
    if ((this.#factors.get(endpoint) ?? 1) === factor) return;
    this.#factors.set(endpoint, factor);
    this.#options.limiter.setConcurrencyFactor(endpoint, factor);
  }

  /** The fresher wins. Nobody's clock may be so far ahead that it wins for ever. */
  #take(view: QuotaView): Entry | undefined {
    const nowMs = this.#options.clock.now();
    const seenAt = Math.min(view.seenAt, nowMs);
    const known = this.#entries.get(view.name);
    if (known !== undefined && !isFresher(view.remaining, seenAt, known.view)) return undefined;
    const entry = { view: { ...view, seenAt }, told: known?.told, countedSince: 0 };
    this.#entries.set(view.name, entry);
    return entry;
  }

  /** Answers whether there was anything to tell. */
  #tell(entry: Entry): boolean {
    const { view, told } = entry;
    if (told !== undefined && !isNews(view, told)) return false;
    entry.told = view;
    const { account, clock, telemetry } = this.#options;
    const { name, from, limit, remaining, resetsAt } = view;
    const resetsInMs = resetsAt === undefined ? undefined : Math.max(0, resetsAt - clock.now());
    telemetry.emit({ type: 'quota.seen', account, name, from, limit, remaining, resetsInMs });
    return true;
  }

  #share(view: QuotaView): void {
    const ttlMs = viewTtlMs(view, this.#options.clock.now());
    this.#options.reporter.note(notePrefix + view.name, JSON.stringify(view), ttlMs);
  }

  /** Waits for the moment that was named, not for the 429 that would come before it. */
  #closeGateway(endpoint: string, resetsAt: number, nowMs: number): void {
    // Who was under way meanwhile tells of the same window.
    if (resetsAt <= nowMs || nowMs < this.#gatewayClosedUntil) return;
    this.#gatewayClosedUntil = resetsAt;
    const { limiter, telemetry } = this.#options;
    limiter.closeAhead('gateway', endpoint, resetsAt - nowMs).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : 'the limiter failed';
      telemetry.emit({ type: 'store.trouble', store: 'limit', operation: 'closeBarrier', message });
    });
  }
}

/** Of two answers in one millisecond, the later one has less left. */
function isFresher(remaining: number, seenAt: number, known: QuotaView): boolean {
  return seenAt > known.seenAt || (seenAt === known.seenAt && remaining < known.remaining);
}

function isNews(view: QuotaView, told: QuotaView): boolean {
  if (view.limit !== told.limit || (view.remaining === 0) !== (told.remaining === 0)) return true;
  if (view.seenAt - told.seenAt < leastIntervalMs) return false;
  const isReset = Math.abs((view.resetsAt ?? 0) - (told.resetsAt ?? 0)) > sameResetMs;
  return isReset || Math.abs(view.remaining - told.remaining) >= leastChange * view.limit;
}
