import { randomUUID } from 'node:crypto';
import { mergePolicy, type PolicyOptions, readPolicyFile, watchPolicyFile } from '../config/index.js';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import { LimitDesk } from '../rate-limit/fleet/limit-desk.js';
import type { LimitOptions } from '../rate-limit/limit-options.js';
import { LimitPolicy } from '../rate-limit/limit-policy.js';
import type { LimitStore } from '../rate-limit/limit-store.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { CircuitBreakers } from '../retry/circuit-breakers.js';
import { RetryPolicy } from '../retry/retry-policy.js';
import type { CallEndpoint } from './api-client.js';
import type { ClientSettings } from './client-settings.js';
import { LimitReporter } from './limit-reporter.js';
import type { Account, Platform } from './platform.js';

export interface PaceParts {
  readonly platform: Platform;
  readonly account: Account;
  readonly settings: ClientSettings;
  /** For what the pace asks the platform itself: quotas. */
  readonly call: CallEndpoint;
}

/** What the pace works with once the client is open. */
export interface OpenPace {
  readonly limiter: RateLimiter;
  readonly desk: LimitDesk;
  readonly reporter: LimitReporter;
}

/**
 * How often and how patiently one client calls, wired together: the policy, also while its file changes; what carries it
 * out; and what is told to, and heard from, the other processes of the account.
 */
export class Pace {
  readonly #parts: PaceParts;
  #policy: LimitPolicy;
  #retry: RetryPolicy;
  readonly circuits: CircuitBreakers;
  #open: OpenPace | undefined;

  /** @throws {ConfigError} naming each wrong limit by its path */
  constructor(parts: PaceParts) {
    this.#parts = parts;
    const { platform, account, settings } = parts;
    const { clock, telemetry } = settings;
    this.#policy = new LimitPolicy(settings.limits, platform.defaultLimits, {
      clock,
      organisation: account.organisation,
    });
    this.#retry = settings.retryPolicy;
    this.#warnOfUnknownNames(settings.limits);
    this.circuits = new CircuitBreakers({
      account: account.key,
      clock,
      telemetry,
      settings: () => this.#policy.circuit,
      except: Object.values(account.tokenEndpoints).map(({ endpoint }) => endpoint.name),
    });
  }

  get policy(): LimitPolicy {
    return this.#policy;
  }

  get retry(): RetryPolicy {
    return this.#retry;
  }

  /** How many calls stand in line. */
  get waiting(): number {
    return this.#open?.limiter.waiting ?? 0;
  }

  /** No call is waited for after `graceMs`: those that are known to wait for longer end now. */
  endIn(graceMs: number): void {
    this.#open?.limiter.endIn(graceMs);
  }

  /** The desk, once the client is open. */
  get desk(): LimitDesk | undefined {
    return this.#open?.desk;
  }

  /** @param inFlightMs longest time from an admission to the end of its call */
  open(store: LimitStore, inFlightMs: number): OpenPace {
    const { clock, telemetry } = this.#parts.settings;
    const account = this.#parts.account.key;
    const limiter: RateLimiter = new RateLimiter({
      account,
      clock,
      telemetry,
      store,
      policy: this.#policy,
      inFlightMs,
      learnedRules: ({ endpoint }) => desk.rulesOf(endpoint),
      fleet: () => desk.reporter.view,
    });
    const desk = this.#makeDesk(store, limiter);
    const policy = () => this.#policy;
    const reporter = new LimitReporter({ account, clock, telemetry, limiter, desk, policy });
    this.#open = { limiter, desk, reporter };
    return this.#open;
  }

  /**
   * Puts the policy file in force, and every change of it from then on. Answers what stops the watch.
   *
   * @throws {ConfigError} where the file cannot be used
   */
  async followFile(): Promise<() => void> {
    const { policyFile: path, clock, telemetry } = this.#parts.settings;
    if (path === undefined) return () => undefined;
    const known = await readPolicyFile(path);
    this.#use(known, path);
    const watch = watchPolicyFile({
      path,
      known,
      clock,
      onChange: (policy) => this.#use(policy, path),
      onRefused: ({ message }) => telemetry.emit({ type: 'policy.refused', file: path, message }),
    });
    return () => watch.close();
  }

  #use(file: PolicyOptions, path: string): void {
    const { settings } = this.#parts;
    const { limits = {}, retry = {} } = mergePolicy<PolicyOptions>(settings, file);
    const retryPolicy = new RetryPolicy(retry);
    this.#usePolicy(limits);
    this.#retry = retryPolicy;
    this.#warnOfUnknownNames(file.limits);
    settings.telemetry.emit({ type: 'policy.changed', file: path });
  }

  #usePolicy(limits: LimitOptions): void {
    this.#policy = this.#policy.changedTo(limits);
    this.#open?.limiter.usePolicy(this.#policy);
  }

  /** A misspelt name would limit nothing. No error, since an endpoint of the user's own need not be listed. */
  #warnOfUnknownNames(limits: LimitOptions | undefined): void {
    const { platform, settings } = this.#parts;
    const known = new Set(this.#endpoints().map(({ name }) => name));
    for (const name of Object.keys(limits?.endpoints ?? {})) {
      if (known.has(name)) continue;
      const message = `limits.endpoints: ${platform.name} declares no endpoint "${name}"; a misspelt name limits nothing`;
      settings.telemetry.emit({ type: 'warned', topic: 'limits-unknown-endpoint', message });
    }
  }

  #endpoints(): readonly AnyEndpoint[] {
    const { platform, settings } = this.#parts;
    return [...platform.endpoints, ...(settings.endpoints ?? [])];
  }

  #makeDesk(store: LimitStore, limiter: RateLimiter): LimitDesk {
    const { platform, account, settings, call } = this.#parts;
    const { clock, telemetry } = settings;
    const { quota } = platform;
    return new LimitDesk({
      account: account.key,
      processId: randomUUID(),
      clock,
      telemetry,
      store,
      limiter,
      policy: () => this.#policy,
      question: quota && { endpoint: quota.endpoint, ask: (path) => quota.ask(call, path) },
      endpoints: this.#endpoints(),
    });
  }
}
